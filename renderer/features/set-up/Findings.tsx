import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { Finding } from './ingest-requests.ts';
import { plural } from '../../lib/format.ts';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';

type Props = {
  readonly findings: readonly Finding[];
  /** Of the requests looked at; null while they are not known. */
  readonly count: number | null;
};

const MOST_SHOWN = 4;

/** What is wrong with the last requests and how to mend it, each thing once. */
export function Findings({ findings, count }: Props) {
  if (count === null || count === 0) return null;
  if (findings.length === 0) {
    return (
      <p className="flex flex-none items-center gap-2 border-b border-line px-4 py-2.5 text-sm">
        <CircleCheck size={14} aria-hidden className="text-ok" />
        {count === 1 ? 'The last export request was' : `All of the last ${count} export requests were`} taken
        as {count === 1 ? 'it' : 'they'} came.
      </p>
    );
  }
  return (
    <section aria-label="What to mend" className="max-h-[40%] flex-none overflow-auto border-b border-line">
      <ul>
        {findings.slice(0, MOST_SHOWN).map((finding) => (
          <FindingItem key={finding.problem} finding={finding} />
        ))}
      </ul>
      {findings.length > MOST_SHOWN && (
        <p className="px-4 pb-2 pl-10 text-xs text-ink-3">
          and {plural(findings.length - MOST_SHOWN, 'more thing')} further down in the list
        </p>
      )}
    </section>
  );
}

function FindingItem({ finding }: { readonly finding: Finding }) {
  const { problem, tone, fixes, count, lastTime } = finding;
  const Icon = tone === 'bad' ? CircleAlert : TriangleAlert;
  const [fix] = fixes;
  return (
    <li className="flex items-start gap-2.5 border-b border-line/60 px-4 py-2 text-sm last:border-0">
      <Icon
        size={14}
        aria-hidden
        className={tone === 'bad' ? 'mt-0.5 flex-none text-error' : 'mt-0.5 flex-none text-warn'}
      />
      {/* Where lines would be too short beside the button, it stands below. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-2.5">
        <div className="min-w-0 flex-[1_1_14rem]">
          <p className="wrap-anywhere">{problem}</p>
          <p className="num text-xs text-ink-3">
            {plural(count, 'request')}, the last <RelativeTime iso={lastTime} />
          </p>
        </div>
        {/* Where an advice names two ways, the first is the wider one. */}
        {fix !== undefined && <CopyButton text={fix} label="Copy the fix" />}
      </div>
    </li>
  );
}
