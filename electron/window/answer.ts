import { isAppUrl } from '../addresses.ts';
import type { Target } from '../collector/ask.ts';
import { forward, isCollectorPath } from './forward.ts';
import { answerFile } from './page-files.ts';

export interface PageServer {
  /** The built renderer. */
  readonly folder: string;
  /** Asked anew for each request: the collector may be another one by then. */
  readonly target: () => Target;
  /** Of the page that asks. */
  readonly life: () => AbortSignal;
}

/** Gives the page its files and, under the same origin, the collector: no CORS, and no token in reach of scripts. */
export function answerPage(request: Request, { folder, target, life }: PageServer): Promise<Response> {
  if (!isAppUrl(request.url)) return Promise.resolve(new Response('Not found', { status: 404 }));
  return isCollectorPath(new URL(request.url).pathname)
    ? forward(request, target(), life())
    : answerFile(request, folder);
}
