import type { LogRecord } from '../../../collector/contract/logs.ts';
import { printJson } from '../../lib/json-preview.ts';

/** What a record says in one text: its body, as JSON where it is more than a text; an event without one its name. */
export function logText(record: Pick<LogRecord, 'body' | 'event_name'>): string {
  const { body, event_name } = record;
  if (typeof body === 'string' && body !== '') return body;
  const isEmpty = body === null || body === undefined || body === '';
  return isEmpty ? (event_name ?? '') : printJson(body, 0);
}
