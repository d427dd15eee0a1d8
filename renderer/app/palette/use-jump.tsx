import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { spanPageQuery } from '../../api/queries.ts';
import { writeFilters } from '../../lib/filters.ts';
import { readPastedId, type PastedId } from '../../lib/paste.ts';
import { showHidden } from '../../lib/text.ts';
import type { Option } from '../../ui/controls/OptionList.tsx';
import type { PaletteOptions } from './command.ts';

/** The way to what an id names: a trace's is its address; a span's trace is asked for when it is taken. */
export function useJump(
  { project, onClose }: PaletteOptions,
  text: string,
): { readonly options: readonly Option[]; readonly problem: string | null } {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [failure, setFailure] = useState<{ text: string; problem: string } | null>(null);
  const problem = failure?.text === text ? failure.problem : null;
  const pasted = readPastedId(text);
  if (pasted === null) return { options: [], problem };
  const toTrace = (traceId: string, span: string | undefined, of = project): void => {
    onClose();
    void navigate({ to: '/p/$project/traces/$traceId', params: { project: of, traceId }, search: { span } });
  };
  const toSpan = async (spanId: string): Promise<void> => {
    try {
      const filters = writeFilters([{ key: 'span_id', op: 'eq', value: spanId }]);
      const { data } = await client.fetchQuery(spanPageQuery(project, { filters, limit: 1 }));
      const [span] = data;
      if (span === undefined) setFailure({ text, problem: `There is no span ${spanId} in this project.` });
      else toTrace(span.trace_id, spanId);
    } catch (error) {
      setFailure({ text, problem: error instanceof Error ? error.message : String(error) });
    }
  };
  const session = (sessionId: string, of = project): Option =>
    jump('session', sessionId, () => {
      onClose();
      void navigate({ to: '/p/$project/sessions/$sessionId', params: { project: of, sessionId } });
    });
  if (pasted.kind === 'session') return { options: [session(pasted.sessionId, pasted.project)], problem };
  const first =
    pasted.kind === 'trace'
      ? jump('trace', pasted.traceId, () => toTrace(pasted.traceId, pasted.spanId, pasted.project))
      : jump('span', pasted.spanId, () => void toSpan(pasted.spanId));
  // A session may be called by such an id, too; a link says which it means.
  const isLink = pasted.kind === 'trace' && pasted.project !== undefined;
  return { options: isLink ? [first] : [first, session(text)], problem };
}

const LABELS: Readonly<Record<PastedId['kind'], string>> = {
  trace: 'Trace',
  span: 'Span',
  session: 'Session',
};

function jump(to: PastedId['kind'], id: string, onPick: () => void): Option {
  return {
    id: `jump to ${to}`,
    group: 'Jump to',
    icon: <ArrowRight size={14} aria-hidden />,
    label: `${LABELS[to]} ${showHidden(id)}`,
    onPick,
  };
}
