import {
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { classNames } from '../class-names.ts';
import { useHandBack } from '../keyboard/use-hand-back.ts';
import { useStoredNumber } from '../kept/use-stored-number.ts';

type Props = {
  readonly storageKey: string;
  readonly label: string;
  readonly left: ReactNode;
  /** Null: the left pane has all the room. */
  readonly right: ReactNode;
};

/** The left pane's share until somebody moves the bar. */
const INITIAL = 0.56;
const LEAST = 0.25;
const MOST = 0.78;

/** Where there is no room for two columns, what is on the left goes on top. */
const BESIDE =
  'grid-cols-[minmax(0,var(--left))_1px_minmax(0,var(--right))] @max-[560px]/panes:min-h-120 @max-[560px]/panes:grid-cols-1 @max-[560px]/panes:grid-rows-[minmax(0,2fr)_minmax(0,3fr)]';

/** Two panes side by side with a bar between them to drag, or to move with the arrow keys; keeps its place. */
export function SplitPane({ storageKey, label, left, right }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const [share, setShare] = useStoredNumber(storageKey, INITIAL);
  const move = (next: number): void => setShare(Math.min(MOST, Math.max(LEAST, next)));
  const shares = { '--left': `${share}fr`, '--right': `${1 - share}fr` } as CSSProperties;
  return (
    <div className="@container/panes flex min-w-0 flex-1">
      <div
        ref={container}
        data-panes=""
        style={shares}
        className={classNames('page-pane grid min-w-0', right === null ? 'grid-cols-1' : BESIDE)}
      >
        <div className="flex min-h-0 min-w-0 flex-col">{left}</div>
        {right !== null && (
          <>
            <Bar
              label={label}
              share={share}
              container={container}
              onMove={move}
              onReset={() => setShare(INITIAL)}
            />
            <div className="flex min-h-0 min-w-0 flex-col border-line @max-[560px]/panes:border-t">
              {right}
            </div>
          </>
        )}
      </div>
    </div>
  );
}

type BarProps = {
  readonly label: string;
  readonly share: number;
  readonly container: RefObject<HTMLElement | null>;
  readonly onMove: (share: number) => void;
  readonly onReset: () => void;
};

function Bar({ label, share, container, onMove, onReset }: BarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useHandBack(bar);
  const onPointerMove = (event: PointerEvent): void => {
    const box = container.current?.getBoundingClientRect();
    if (box === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onMove((event.clientX - box.left) / box.width);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -0.02, ArrowRight: 0.02 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(share + step);
  };
  return (
    <div
      ref={bar}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={LEAST * 100}
      aria-valuemax={MOST * 100}
      aria-valuenow={Math.round(share * 100)}
      className="group relative z-10 touch-none bg-line @max-[560px]/panes:hidden"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={onReset}
      onKeyDown={onKeyDown}
    >
      <div className="absolute inset-y-0 -left-1 w-2.25 cursor-col-resize after:absolute after:inset-y-0 after:left-1 after:w-px group-hover:after:bg-accent group-active:after:bg-accent" />
    </div>
  );
}
