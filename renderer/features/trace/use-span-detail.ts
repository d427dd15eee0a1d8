import { useQuery } from '@tanstack/react-query';
import { spanQuery } from '../../api/queries.ts';
import type { SpanPageProps } from './span-page.ts';

/** The span of a page, asked for once it is settled on. */
export function useSpanDetail({ project, traceId, spanId, isSettled }: SpanPageProps) {
  return useQuery({ ...spanQuery(project, traceId, spanId), enabled: isSettled });
}
