import { STATUS_CODES } from 'node:http';
import type { Static, TSchema } from 'typebox';
import { ErrorBody } from '../contract/common.ts';
import { exactly } from './exact-schema.ts';
import { jsonOf, send, type Answer } from './http-client.ts';

/** What a path of a collector answers, after a check that it is exactly what the contract says. */
export async function read<T extends TSchema>(schema: T, url: string): Promise<Static<T>> {
  const answer = await send(url);
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${String(answer.body)}`);
  if (answer.headers['content-type'] !== 'application/json; charset=utf-8')
    throw new Error(`${url}: content type ${answer.headers['content-type']}`);
  return exactly(schema, jsonOf(answer));
}

/** Status, code and message of a refusal, after a check that it has the documented shape. */
export function errorOf(answer: Answer): { status: number; code: string; message: string } {
  const { status, headers, body } = answer;
  if (!headers['content-type']?.startsWith('application/json'))
    throw new Error(`${status} of type ${headers['content-type']}: ${String(body)}`);
  const { error, code, message } = exactly(ErrorBody, jsonOf(answer));
  if (error !== STATUS_CODES[status]) throw new Error(`"${error}" is not what ${status} means`);
  return { status, code, message };
}

export const readError = async (url: string): Promise<{ status: number; code: string; message: string }> =>
  errorOf(await send(url));

/** `{P}` of the interface. */
export const projectUrl = (base: string, project = 'default'): string =>
  `${base}/api/v1/project/${project}/otel`;
