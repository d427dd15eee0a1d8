import { askCollector, type Target } from '../collector/ask.ts';

/** These belong to one connection or to the page's own origin; the collector must not see them. */
const notForwarded =
  /^(connection|keep-alive|te|trailer|transfer-encoding|upgrade|host|origin|referer|cookie|content-length|accept-encoding|sec-.*|proxy-.*)$/;

/** These belong to the connection, and the last to pages of a browser. */
const notAnswered = /^(connection|keep-alive|transfer-encoding|content-length|set-cookie|access-control-.*)$/;

/** Whether the collector answers this path. Everything else is a file of the page, or one of its screens. */
export function isCollectorPath(pathname: string): boolean {
  return /^\/(api|otel)\//.test(pathname);
}

/**
 * Passes a request of the page on to the collector and its answer back, as it comes: a stream stays one, and ends at the
 * collector when the page stops reading the answer or goes (`life`): Electron says nothing of a request that the page
 * aborts before its answer, and gives its body whole where that is a file. The window's token, where it has one, is added here,
 * out of reach of scripts, in the place of one that the page sends. 502 when the collector cannot be reached.
 */
export async function forward(
  request: Request,
  target: Target,
  life: AbortSignal | null = null,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = copyHeaders(request.headers, notForwarded);
  try {
    const answer = await askCollector(target, `${pathname}${search}`, {
      method: request.method,
      headers,
      body: request.body,
      signal: life,
    });
    const { status, statusText, body } = answer;
    return new Response(body, { status, statusText, headers: copyHeaders(answer.headers, notAnswered) });
  } catch (cause) {
    if (life?.aborted) throw cause;
    return Response.json(
      { error: 'Bad Gateway', code: 'UNREACHABLE', message: 'The collector does not answer.' },
      { status: 502 },
    );
  }
}

function copyHeaders(headers: Headers, without: RegExp): Headers {
  return new Headers([...headers].filter(([name]) => !without.test(name)));
}
