import { useMemo, type ReactNode } from 'react';
import type { Conversation } from '../../../collector/contract/messages.ts';
import { plural } from '../../lib/format.ts';
import { promptRows, toolRows, type ToolRow } from './prompt-differences.ts';
import { showHidden } from '../../lib/text.ts';
import { diffWords } from './word-diff.ts';
import { ErrorState } from '../../ui/notices/States.tsx';
import { AlignedRowView } from './AlignedRowView.tsx';
import { DiffText } from './DiffText.tsx';
import { SIDE_LETTERS } from './sides.ts';
import { useConversations } from './use-conversations.ts';

type Props = { readonly project: string; readonly traceA: string; readonly traceB: string };

/** What the models of both traces were told beforehand, and the tools that they were offered. */
export function Prompts({ project, traceA, traceB }: Props) {
  const { both, error, retry } = useConversations(project, traceA, traceB);
  if (both === null) {
    return error === null ? (
      <div role="status" aria-label="Loading the prompts" className="loading">
        <span className="skeleton block h-24" />
      </div>
    ) : (
      <ErrorState title="The prompts could not be loaded" error={error} onRetry={retry} />
    );
  }
  const [a, b] = both;
  return (
    <>
      <SystemPrompts project={project} a={a} b={b} />
      <Tools a={a} b={b} />
    </>
  );
}

type BothProps = { readonly a: Conversation; readonly b: Conversation };

function SystemPrompts({ project, a, b }: BothProps & { readonly project: string }) {
  const rows = useMemo(() => promptRows(a, b), [a, b]);
  if (rows.length === 0) return <Section title="System prompts">Neither trace has one.</Section>;
  const differing = rows.filter(({ isSame }) => !isSame);
  if (differing.length === 0) {
    return <Section title="System prompts">{plural(rows.length, 'prompt')}, the same in both.</Section>;
  }
  return (
    <Section
      title="System prompts"
      table={
        <div role="table" aria-label="System prompts" className="border-t border-line">
          {differing.map((row, index) => (
            <div key={index} role="row">
              <AlignedRowView project={project} row={row} isCurrent={false} />
            </div>
          ))}
        </div>
      }
    >
      {`${differing.length} of ${plural(rows.length, 'prompt')} differ${differing.length === 1 ? 's' : ''}.`}
    </Section>
  );
}

function Tools({ a, b }: BothProps) {
  const rows = useMemo(() => toolRows(a, b), [a, b]);
  if (rows.length === 0) return <Section title="Tools offered">Neither trace says which.</Section>;
  const differing = rows.filter(({ isSame }) => !isSame);
  if (differing.length === 0) {
    return <Section title="Tools offered">{plural(rows.length, 'tool')}, the same in both.</Section>;
  }
  return (
    <Section
      title="Tools offered"
      table={
        <div role="table" aria-label="Tools offered" className="border-t border-line">
          {differing.map((row) => (
            <ToolView key={row.name} row={row} />
          ))}
        </div>
      }
    >
      {`${differing.length} of ${plural(rows.length, 'tool')} differ${differing.length === 1 ? 's' : ''}.`}
    </Section>
  );
}

function ToolView({ row }: { readonly row: ToolRow }) {
  const diff = useMemo(() => diffWords(row.a ?? '', row.b ?? ''), [row]);
  return (
    <div role="row" className="grid grid-cols-2 border-b border-line">
      {(['a', 'b'] as const).map((side) => (
        <div key={side} role="cell" className="min-w-0 px-4 py-2 first:pl-0 last:border-l last:border-line">
          <div dir="auto" className="text-sm font-medium">
            {showHidden(row.name)}
          </div>
          {row[side] === null ? (
            <span className="text-sm text-ink-3">Not in {SIDE_LETTERS[side]}</span>
          ) : (
            <DiffText side={side} pieces={diff[side]} isCode isQuiet={false} />
          )}
        </div>
      ))}
    </div>
  );
}

type SectionProps = { readonly title: string; readonly table?: ReactNode; readonly children: ReactNode };

function Section({ title, table, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <h2 className="text-xs font-semibold text-ink-3">{title}</h2>
      <p className="num pb-1.5 text-sm text-ink-2">{children}</p>
      {table}
    </section>
  );
}
