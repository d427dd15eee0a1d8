import { Conversation } from '../../contract/messages.ts';
import { SpanPage } from '../../contract/spans.ts';
import { TracePage } from '../../contract/traces.ts';
import { projectUrl, read } from '../api-client.ts';
import type { Told } from './compare.ts';

export interface Where {
  /** Address of the collector's interface. */
  readonly endpoint: string;
  readonly project: string;
  readonly session: string;
  /** ISO 8601: what came before is of another run. */
  readonly since: string;
}

/** What the collector tells of a recording. */
export async function readBack({ endpoint, project, session, since }: Where): Promise<Told> {
  const base = projectUrl(endpoint, project);
  const query = `from_timestamp=${encodeURIComponent(since)}&limit=500`;
  const { data: traces } = await read(
    TracePage,
    `${base}/traces?${query}&include_nongenai=true&order_by=start_time:asc`,
  );
  const { data: spans } = await read(SpanPage, `${base}/spans?${query}&order_by=timestamp_start:asc`);
  const conversations: Conversation[] = [];
  for (const { trace_id } of traces)
    conversations.push(await read(Conversation, `${base}/traces/${trace_id}/messages`));
  const named = traces.some(({ session_id }) => session_id === session);
  return {
    traces,
    spans,
    conversations,
    session: named ? await read(Conversation, `${base}/sessions/${session}/messages`) : undefined,
  };
}
