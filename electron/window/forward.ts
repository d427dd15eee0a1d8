/** These belong to one connection or to the page's own origin; the collector must not see them. */
const notForwarded =
  /^(connection|keep-alive|te|trailer|transfer-encoding|upgrade|host|origin|referer|cookie|content-length|accept-encoding|sec-.*|proxy-.*)$/;

/** `fetch` has decoded the body, so what was said about its encoding is no longer true. */
const notAnswered =
  /^(connection|keep-alive|transfer-encoding|content-encoding|content-length|set-cookie|access-control-.*)$/;

/** Whether the collector answers this path. Everything else is a file of the page, or one of its screens. */
export function isCollectorPath(pathname: string): boolean {
  return /^\/(api|otel)\//.test(pathname);
}

/** Where requests go, and what they carry. */
export interface ForwardTarget {
  readonly url: string;
  readonly token: string | null;
}

/**
 * Passes a request of the page on to the collector and its answer back, as it comes: a stream stays one, and ends at the
 * collector when the page stops reading or goes (`life`). The token, where the collector asks for one, is added here, out
 * of reach of scripts. 502 when the collector cannot be reached.
 */
export async function forward(
  request: Request,
  target: ForwardTarget,
  life: AbortSignal | null = null,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = copyHeaders(request.headers, notForwarded);
  if (target.token !== null) headers.set('authorization', `Bearer ${target.token}`);
  const signal = life ? AbortSignal.any([request.signal, life]) : request.signal;
  try {
    const answer = await fetch(new URL(`${pathname}${search}`, target.url), {
      method: request.method,
      headers,
      signal,
      redirect: 'manual',
      ...(request.body ? { body: request.body, duplex: 'half' } : {}),
    });
    const { status, statusText, body } = answer;
    return new Response(body, { status, statusText, headers: copyHeaders(answer.headers, notAnswered) });
  } catch (cause) {
    if (signal.aborted) throw cause;
    return Response.json(
      { error: 'Bad Gateway', code: 'UNREACHABLE', message: 'The collector does not answer.' },
      { status: 502 },
    );
  }
}

function copyHeaders(headers: Headers, without: RegExp): Headers {
  return new Headers([...headers].filter(([name]) => !without.test(name)));
}
