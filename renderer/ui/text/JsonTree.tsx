import { useContext, useMemo, useState } from 'react';
import { holdsWord } from '../../lib/find-text.ts';
import { jsonEntries, jsonKind, previewJson, type JsonKind } from '../../lib/json-preview.ts';
import { showHidden } from '../../lib/text.ts';
import { classNames } from '../class-names.ts';
import { CutText } from './CutText.tsx';
import { FIRST_ROWS, MORE_ROWS, ShowMore } from './ShowMore.tsx';
import { NOTHING_SOUGHT, SoughtContext, useUnfolded } from './sought.ts';
import { addStretch, type Stretch } from './stretches.ts';

const PREVIEW = 90;

const COLOURS: Readonly<Record<JsonKind, string>> = {
  key: 'text-chain',
  string: 'text-agent',
  number: 'text-tool',
  null: 'text-ink-3',
  punctuation: 'text-ink-3',
};

type Props = {
  readonly value: unknown;
  readonly name?: string | undefined;
  readonly isOpen?: boolean | undefined;
  /** How many levels an open tree opens below its first. */
  readonly openDepth?: number;
};

/**
 * JSON as a folding tree: folded, a node is one line that shows what is in it; what fits on a line does not fold. Of many
 * entries the first are drawn and those around what somebody was led to; long strings are cut.
 */
export function JsonTree({ value, name, isOpen = false, openDepth = 0 }: Props) {
  const [open, setOpen] = useUnfolded(isOpen, (words) => holdsWord(value, words));
  const preview = useMemo(() => previewJson(value, PREVIEW), [value]);
  const kind = jsonKind(value);
  if (kind === 'string') return <StringLeaf name={name} text={String(value)} />;
  const line = <JsonLine tokens={preview.tokens} />;
  if (kind === 'number' || kind === 'null' || (preview.whole && !isOpen)) {
    return (
      <div className="min-w-0 wrap-anywhere">
        <Key name={name} />
        {line}
      </div>
    );
  }
  return (
    <div className="min-w-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-0.5 flex min-h-6 w-full min-w-0 items-center gap-0.5 rounded-sm text-left hover:bg-hover"
      >
        <Twist open={open} />
        <span className="truncate">
          <Key name={name} />
          {open ? <Size value={value} /> : line}
        </span>
      </button>
      {open && <Children value={value} openDepth={openDepth} />}
    </div>
  );
}

function Children({ value, openDepth }: { readonly value: unknown; readonly openDepth: number }) {
  const entries = jsonEntries(value);
  const [drawn, setDrawn] = useDrawn(entries);
  return (
    <div className="ml-1 border-l border-line pl-3">
      {drawn.flatMap(({ from, to }, nth) => {
        const next = drawn[nth + 1]?.from ?? entries.length;
        return [
          ...entries
            .slice(from, to)
            .map(([key, item], at) => (
              <JsonTree
                key={from + at}
                name={key}
                value={item}
                isOpen={openDepth > 0}
                openDepth={openDepth - 1}
              />
            )),
          <ShowMore
            key={`before ${next}`}
            left={next - to}
            onClick={() => setDrawn(addStretch(drawn, { from: to, to: Math.min(to + MORE_ROWS, next) }))}
          />,
        ];
      })}
    </div>
  );
}

/** The entries that are drawn: the first, what was asked for, and those around the first that somebody was led to. */
function useDrawn(entries: readonly [string, unknown][]) {
  const [drawn, setDrawn] = useState<readonly Stretch[]>([{ from: 0, to: FIRST_ROWS }]);
  const sought = useContext(SoughtContext);
  const [known, setKnown] = useState(NOTHING_SOUGHT);
  if (known !== sought) {
    setKnown(sought);
    const at =
      sought.length === 0 || entries.length <= FIRST_ROWS
        ? -1
        : entries.findIndex(([key, item]) => holdsWord(key, sought) || holdsWord(item, sought));
    if (at !== -1)
      setDrawn(addStretch(drawn, { from: Math.max(0, at - FIRST_ROWS / 2), to: at + FIRST_ROWS / 2 }));
  }
  return [drawn, setDrawn] as const;
}

function StringLeaf({ name, text }: { readonly name: string | undefined; readonly text: string }) {
  const isBlock = text.length > PREVIEW || text.includes('\n');
  if (!isBlock) {
    return (
      <div className="min-w-0 wrap-anywhere">
        <Key name={name} />
        <bdi className="text-agent">{showHidden(JSON.stringify(text))}</bdi>
      </div>
    );
  }
  return (
    <div className="min-w-0">
      <Key name={name} />
      <CutText
        text={text}
        className={classNames('text-agent', name !== undefined && 'ml-1 border-l border-line pl-3')}
      />
    </div>
  );
}

/** Each token runs as its own writing does: together, words written from the right would change places. */
function JsonLine({ tokens }: { readonly tokens: ReturnType<typeof previewJson>['tokens'] }) {
  return tokens.map((token, index) => (
    <bdi key={index} className={COLOURS[token.kind]}>
      {showHidden(token.text)}
    </bdi>
  ));
}

function Key({ name }: { readonly name: string | undefined }) {
  if (name === undefined) return null;
  return (
    <>
      <bdi className="text-chain">{showHidden(name)}</bdi>
      <span className="text-ink-3">: </span>
    </>
  );
}

function Size({ value }: { readonly value: unknown }) {
  const count = jsonEntries(value).length;
  return <span className="text-ink-3">{Array.isArray(value) ? `[ ${count} ]` : `{ ${count} }`}</span>;
}

/** The small triangle of anything that folds. */
export function Twist({ open }: { readonly open: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'grid size-3 flex-none place-items-center self-center text-[9px] leading-none text-ink-3 transition-transform',
        open && 'rotate-90',
      )}
    >
      ▸
    </span>
  );
}
