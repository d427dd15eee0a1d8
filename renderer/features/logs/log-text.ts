import type { LogRecord } from '../../../collector/contract/logs.ts';
import { printJson } from '../../lib/json-preview.ts';
import { firstLine } from '../../lib/text.ts';

/** What a record says in one text: its body, as JSON where it is more than a text; an event without one its name. */
export function logText(record: Pick<LogRecord, 'body' | 'event_name'>): string {
  const { body, event_name } = record;
  if (typeof body === 'string' && body !== '') return body;
  const isEmpty = body === null || body === undefined || body === '';
  return isEmpty ? (event_name ?? '') : printJson(body, 0);
}

/**
 * What a list shows of a record: its text. Where that only says an event's name again, the name without its program's, or
 * nothing where it is told beside it.
 */
export function logHead(record: Pick<LogRecord, 'body' | 'event_name'>, isNamed: boolean): string {
  const { event_name } = record;
  const text = logText(record);
  if (event_name === null || event_name === '') return text;
  if (text !== event_name && (/\s/.test(text) || !text.endsWith(`.${event_name}`))) return text;
  return isNamed ? '' : event_name;
}

/** Namespaces of what is the same for all that a program tells, or says where in its code it stands. */
const ASIDE = /^(?:service|telemetry|deployment|host|os|process|thread|code|terminal|user|session|event)\./;
/** Keys of ids and times, and of what takes pages. */
const NOT_TOLD = /(?:^|[._])(?:id|uuid|hash|sequence|timestamp|stacktrace)$/;
const MOST_DETAILS = 400;

/**
 * What a record tells besides its body, in one line, `key=value` as in a log file: events of coding agents have their name for a body,
 * and all they say in attributes. Names without a namespace are the program's own words and come first; ids, and what is the same in
 * each record of a program, are left to the panel.
 */
export function logDetails({ attributes, resource }: Pick<LogRecord, 'attributes' | 'resource'>): string {
  const told = Object.entries(attributes).filter(
    ([key, value]) => !ASIDE.test(key) && !NOT_TOLD.test(key) && value !== resource.attributes[key],
  );
  const [named, own] = [true, false].map((isNamed) => told.filter(([key]) => key.includes('.') === isNamed));
  let line = '';
  for (const [key, value] of [...own!, ...named!]) {
    const text = typeof value === 'string' ? value : printJson(value, 0);
    line += `${line === '' ? '' : ' '}${firstLine(`${key}=${text}`, MOST_DETAILS)}`;
    if (line.length > MOST_DETAILS) break;
  }
  return line;
}
