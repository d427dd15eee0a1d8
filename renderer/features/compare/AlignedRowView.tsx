import { Link } from '@tanstack/react-router';
import { ArrowUpRight } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { MessageRole } from '../../../collector/contract/messages.ts';
import type { AlignedRow } from './align-items.ts';
import type { CompareItem } from './compare-items.ts';
import { formatCount } from '../../lib/format.ts';
import { diffSections, type DiffedSection } from './section-diff.ts';
import { showHidden } from '../../lib/text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Parts } from '../../ui/conversation/Parts.tsx';
import { DiffText } from './DiffText.tsx';
import { SIDE_CLASSES, SIDE_LETTERS, type Side } from './sides.ts';

const ROLES: Readonly<Record<MessageRole, { readonly name: string; readonly rail: string }>> = {
  system: { name: 'System', rail: 'border-line-strong' },
  user: { name: 'User', rail: 'border-accent' },
  assistant: { name: 'Assistant', rail: 'border-llm' },
  tool: { name: 'Tool', rail: 'border-tool' },
};

type Props = { readonly project: string; readonly row: AlignedRow; readonly isCurrent: boolean };

/** What both traces say in one place; the words that only one has are marked. */
export const AlignedRowView = memo(function AlignedRowView({ project, row, isCurrent }: Props) {
  const { a, b, isSame } = row;
  const diff = useMemo(() => diffSections(a?.sections ?? null, b?.sections ?? null), [a, b]);
  return (
    <div
      role="presentation"
      className={classNames(
        'grid grid-cols-2 border-b border-line',
        isCurrent && 'shadow-[inset_3px_0_var(--accent)]',
      )}
    >
      <Cell project={project} side="a" item={a} sections={diff.a} isSame={isSame} isLone={b === null} />
      <Cell project={project} side="b" item={b} sections={diff.b} isSame={isSame} isLone={a === null} />
    </div>
  );
});

type CellProps = {
  readonly project: string;
  readonly side: Side;
  readonly item: CompareItem | null;
  readonly sections: readonly DiffedSection[];
  readonly isSame: boolean;
  /** The other trace has nothing in this place. */
  readonly isLone: boolean;
};

function Cell({ project, side, item, sections, isSame, isLone }: CellProps) {
  if (item === null) {
    return (
      <div
        role="cell"
        className={classNames(
          'bg-surface px-4 py-2.5 text-sm text-ink-3',
          side === 'b' && 'border-l border-line',
        )}
      >
        Not in {SIDE_LETTERS[side]}
      </div>
    );
  }
  const { entry } = item;
  const role = ROLES[entry.kind === 'tool' ? 'tool' : entry.message.role];
  return (
    <div
      role="cell"
      className={classNames(
        'min-w-0 px-4 py-2.5',
        side === 'b' && 'border-l border-line',
        isLone && SIDE_CLASSES[side].only,
      )}
    >
      <div className={classNames('min-w-0 border-l-2 pl-3', role.rail)}>
        <CellHead project={project} side={side} item={item} speaker={role.name} />
        {sections.map((section, index) => (
          <div key={index} className={classNames(index > 0 && 'mt-1.5')}>
            {section.name !== 'Text' && <div className="text-xs text-ink-3">{section.name}</div>}
            <DiffText
              side={side}
              pieces={section.pieces}
              isCode={section.name === 'Arguments' || section.name === 'Result' || section.name === 'Data'}
              isQuiet={isSame}
            />
          </div>
        ))}
        {item.media.length > 0 && (
          <div className="mt-1.5">
            <Parts parts={item.media} isPlain />
          </div>
        )}
        {sections.length === 0 && item.media.length === 0 && (
          <span className="text-sm text-ink-3">(empty message)</span>
        )}
      </div>
    </div>
  );
}

type HeadProps = {
  readonly project: string;
  readonly side: Side;
  readonly item: CompareItem;
  readonly speaker: string;
};

function CellHead({ project, side, item, speaker }: HeadProps) {
  const { entry } = item;
  const message = entry.kind === 'message' ? entry.message : (entry.responseMessage ?? entry.callMessage);
  const usage = message?.usage ?? null;
  return (
    <div className="num mb-0.5 flex min-w-0 items-start gap-2 text-xs text-ink-3">
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <span className="flex-none font-semibold text-ink-2">{speaker}</span>
        {entry.kind === 'tool' && (
          <span dir="auto" className="truncate font-medium text-ink-2">
            {showHidden(entry.name)}
          </span>
        )}
        {entry.kind === 'message' && message?.agent_name != null && message.role !== 'user' && (
          <span dir="auto" className="truncate">
            {showHidden(message.agent_name)}
          </span>
        )}
        {entry.kind === 'message' && message?.model != null && (
          <span dir="auto" className="truncate">
            {showHidden(message.model)}
          </span>
        )}
        {entry.kind === 'message' && usage !== null && usage.total_tokens > 0 && (
          <span className="flex-none">
            {formatCount(usage.input_tokens)} in · {formatCount(usage.output_tokens)} out
          </span>
        )}
      </div>
      {message !== null && (
        <Link
          to="/p/$project/traces/$traceId"
          params={{ project, traceId: message.trace_id }}
          search={{ span: message.span_id }}
          aria-label={`Show in trace ${SIDE_LETTERS[side]}`}
          title="Show it in its trace"
          className="-my-1 grid size-6 flex-none place-items-center rounded-sm hover:bg-hover hover:text-ink"
        >
          <ArrowUpRight size={12} aria-hidden />
        </Link>
      )}
    </div>
  );
}
