import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { readOrigin, type Hold, type ShownSettings } from './settings.ts';
import { classNames } from '../../ui/class-names.ts';
import { DottedName } from '../../ui/attributes/DottedName.tsx';
import { Pill } from '../../ui/controls/Pill.tsx';
import type { SettingRow } from './setting-sections.ts';
import type { Change } from './use-change.ts';

type Props = {
  readonly row: SettingRow;
  readonly settings: ShownSettings;
  readonly hold: Hold | null;
  /** It may be changed here and counts from the next start. */
  readonly isForNextStart?: boolean;
  readonly change: Change;
  /** Its value needs the whole width. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
};

/** The ids of a setting's label and of what is said about it. */
export function labelId(key: string): string {
  return `setting-${key}`;
}
export function noteId(key: string): string {
  return `setting-${key}-note`;
}

/** A setting: what it is on the left, its value on the right, where that came from below. */
export function SettingFrame({
  row,
  settings,
  hold,
  change,
  isForNextStart,
  isWide = false,
  children,
}: Props) {
  const { key, label, hint } = row;
  return (
    <div
      role="group"
      aria-labelledby={labelId(key)}
      className={classNames(
        'grid gap-x-6 gap-y-1.5 border-b border-line/60 py-3',
        isWide ? 'grid-cols-1' : 'grid-cols-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,19rem)]',
      )}
    >
      <div className="min-w-0">
        <div id={labelId(key)} className="font-medium">
          {label}
        </div>
        {hint !== undefined && <p className="text-sm text-ink-2">{hint}</p>}
        <code className="font-mono text-xs wrap-anywhere text-ink-3">
          <DottedName name={key} />
        </code>
      </div>
      <div className="min-w-0">
        {children}
        <div id={noteId(key)} className="mt-1 text-xs text-ink-3">
          <Outcome change={change} />
          <OriginLine source={settings.sources[key]} />
          {(hold === 'start' || isForNextStart === true) && (
            <span className="ml-2">
              <Pill>next start</Pill>
            </span>
          )}
          {hold !== null && hold !== 'start' && (
            <p className="mt-0.5">The {hold} goes before every file: change it there and start again.</p>
          )}
        </div>
      </div>
    </div>
  );
}

function Outcome({ change: { state, problem } }: { readonly change: Change }) {
  return (
    <span aria-live="polite">
      {state === 'saving' && <span>Saving… </span>}
      {state === 'saved' && <span className="text-ok">Saved. </span>}
      {state === 'refused' && (
        <span role="alert" className="mb-1 flex items-start gap-1.5 text-sm wrap-anywhere text-error">
          <CircleAlert size={13} aria-hidden className="mt-0.5 flex-none" />
          {problem}
        </span>
      )}
    </span>
  );
}

function OriginLine({ source }: { readonly source: string | undefined }) {
  const { label, detail } = readOrigin(source);
  return (
    <span className="wrap-anywhere">
      {label}
      {detail !== null && (
        <>
          : <code className="font-mono">{detail}</code>
        </>
      )}
    </span>
  );
}
