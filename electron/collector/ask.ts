import { call, type Call } from '../../collector/lib/local-call.ts';

/** Where requests go, and what they carry. */
export interface Target {
  readonly url: string;
  /** Of the window; null where none is needed or it has none. */
  readonly token: string | null;
  /** To be told where the collector does not take that token. */
  readonly onRefused?: () => void;
}

/** Asks a collector for something, with the window's token in the place of whatever the request brings. */
export async function askCollector(target: Target, path: string, request: Call): Promise<Response> {
  const headers = new Headers(request.headers);
  if (target.token !== null) headers.set('authorization', `Bearer ${target.token}`);
  const answer = await call(new URL(path, target.url), { ...request, headers });
  if (answer.status === 401 && target.token !== null) target.onRefused?.();
  return answer;
}
