import { shown } from './components.ts';
import type { Operation, Parameter } from './operation.ts';

interface Place {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const BASE = 'http://127.0.0.1:5388';

/** What stands for an id, so that an example can be read. */
const SAMPLES: Readonly<Record<string, string>> = {
  project_id: 'default',
  trace_id: '5b8efff798038103d269b633813fc60c',
  span_id: 'eee19b7ec3c1b174',
  session_id: 'session-1',
  name: 'gen_ai.client.token.usage',
};

const BODIES: Readonly<Record<string, string>> = {
  deleteSessions: '{"session_ids":["session-1"]}',
  changeSettings: '{"otel":{"retention":{"days":30}}}',
  exportTraces: '{"resourceSpans":[]}',
  exportMetrics: '{"resourceMetrics":[]}',
  exportLogs: '{"resourceLogs":[]}',
};

/** A command line that asks for it; of the parameters those that have an example. */
export function exampleOf({ method, path, operation }: Place): string {
  const { operationId, parameters, requestBody, responses } = operation;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => SAMPLES[name] ?? name);
  const query = parameters
    .filter((one) => one.in === 'query')
    .flatMap(queryOf)
    .slice(0, 2);
  const url = `${BASE}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  const isStream = responses['200']?.content?.['text/event-stream'] !== undefined;
  const body = Object.entries(BODIES).find(([id]) => operationId.startsWith(id))?.[1];
  return [
    'curl',
    ...(isStream ? ['-N'] : []),
    ...(method === 'GET' || requestBody ? [] : ['-X', method]),
    ...(requestBody && method !== 'POST' ? ['-X', method] : []),
    ...(requestBody ? sent(requestBody, body) : []),
    `'${url}'`,
  ].join(' ');
}

function sent({ content }: NonNullable<Operation['requestBody']>, body = '{}'): string[] {
  if (content['application/json']) return ["-H 'content-type: application/json'", `-d '${body}'`];
  const [type = ''] = Object.keys(content);
  return [`-H 'content-type: ${type}'`, '--data-binary @traces.jsonl'];
}

function queryOf({ name, schema }: Parameter): string[] {
  const example = schema.examples?.[0];
  return example === undefined ? [] : [`${name}=${encodeURIComponent(shown(example))}`];
}
