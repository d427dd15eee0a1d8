import { parseJson } from '../lib/parse-json.ts';
import { authorizationHeader } from './token.ts';

/** An answer of the collector that is no 2xx, or none at all (`status` 0, code `UNREACHABLE`). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }
}

/** Whether the collector answered with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code);
}

/** What is wrong with the request itself is so the next time, too: a conversation that is too large, a filter that makes no sense. */
export const isRefusedForGood = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 400;

/** Characters of an answer that takes some ten milliseconds to read. */
const LARGE = 1_000_000;

export type QueryValue = string | number | boolean | null | undefined;

/** `/path?a=1`, without the values that are null or undefined. */
export function withQuery(path: string, query: Readonly<Record<string, QueryValue>>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) params.set(key, String(value));
  }
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}

/**
 * Fetches JSON from the collector. The answer's type is what the contract promises for that path: collector and window
 * are built together, so it is not checked again here. Throws ApiError.
 */
export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const text = await request(path, { signal: signal ?? null });
  const value = parseJson(text) as T;
  // Reading megabytes is a task of its own: what is made of them comes in the next one, and keys in between.
  if (text.length > LARGE) await new Promise((resolve) => setTimeout(resolve));
  return value;
}

/** Changes what a path names as the body says; answers what it is then. Throws ApiError. */
export function patchJson<T>(path: string, body: object): Promise<T> {
  return sendJson('PATCH', path, body);
}

/** Makes what the body says; answers it. Throws ApiError. */
export function postJson<T>(path: string, body: object): Promise<T> {
  return sendJson('POST', path, body);
}

async function sendJson<T>(method: string, path: string, body: object): Promise<T> {
  return parseJson(await request(path, { method, ...asJson(body), signal: null })) as T;
}

/** Posts a file, or nothing. Throws ApiError. */
export async function postAt<T>(path: string, file: Blob | null, signal: AbortSignal | null): Promise<T> {
  const body = file === null ? {} : { headers: { 'content-type': 'application/octet-stream' }, body: file };
  return parseJson(await request(path, { method: 'POST', signal, ...body })) as T;
}

/** Deletes what a path names, or of it what the body names. Returns when all of it is gone. Throws ApiError. */
export async function deleteAt(path: string, options: DeleteOptions = {}): Promise<void> {
  const { body, signal = null } = options;
  await request(path, { method: 'DELETE', signal, ...(body === undefined ? {} : asJson(body)) });
}

export type DeleteOptions = { readonly body?: object; readonly signal?: AbortSignal };

const asJson = (body: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

type RequestOptions = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Blob;
  readonly signal: AbortSignal | null;
};

/** The text of a 2xx answer. Throws the ApiError of any other. */
async function request(path: string, options: RequestOptions): Promise<string> {
  const response = await send(path, options);
  const text = await response.text();
  if (!response.ok) throw errorOf(response, text);
  return text;
}

async function send(path: string, options: RequestOptions): Promise<Response> {
  const { signal } = options;
  try {
    const headers = { accept: 'application/json', ...authorizationHeader(), ...options.headers };
    return await fetch(path, { ...options, headers });
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw new ApiError(0, 'UNREACHABLE', 'The collector does not answer. Is it still running?', { cause });
  }
}

function errorOf(response: Response, text: string): ApiError {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && 'code' in body && 'message' in body) {
      return new ApiError(response.status, String(body.code), String(body.message));
    }
  } catch {
    // Not one of our answers (a proxy's page, for example): the status has to do.
  }
  return new ApiError(response.status, 'UNEXPECTED_ANSWER', `The collector answered ${response.status}.`);
}
