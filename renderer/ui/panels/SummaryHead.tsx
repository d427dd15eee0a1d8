import type { ReactNode } from 'react';
import { frameworkLabel } from '../../lib/frameworks.ts';
import { showHidden } from '../../lib/text.ts';
import { CopyButton } from '../controls/CopyButton.tsx';
import type { Outcome } from '../traces/outcome.ts';
import { useOutcome } from '../traces/use-progress.ts';
import { Pill } from '../controls/Pill.tsx';

type Props = {
  readonly title: string;
  readonly of: Outcome & { readonly environment: string | null };
  readonly frameworks: readonly string[];
  readonly id: string;
  /** What the button for the id says. */
  readonly copyLabel: string;
  /** What else can be done with it. */
  readonly children: ReactNode;
};

/** The line over the facts of a trace or a session: what it is called, how it went, and where. */
export function SummaryHead({ title, of, frameworks, id, copyLabel, children }: Props) {
  const { tone, label } = useOutcome(of);
  return (
    <div className="flex min-w-0 items-center gap-x-2.5 gap-y-1 max-sm:flex-wrap">
      <h1
        dir="auto"
        className="truncate text-left max-sm:w-full text-xl font-[620] tracking-[-0.015em]"
        title={title}
      >
        {title}
      </h1>
      <Pill tone={tone}>{label}</Pill>
      {frameworks.map((framework) => (
        <Pill key={framework}>{frameworkLabel(framework)}</Pill>
      ))}
      {of.environment !== null && (
        <Pill>
          <span dir="auto" className="max-w-56 truncate" title={showHidden(of.environment)}>
            {showHidden(of.environment)}
          </span>
        </Pill>
      )}
      <span className="-ml-1.5 flex min-w-0 items-center gap-1">
        <CopyButton text={id} label={copyLabel} small />
        {children}
      </span>
    </div>
  );
}
