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

/**
 * Passes a request of the page on to the collector and its answer back, as it comes: a stream stays one, and ends at the
 * collector when the page stops reading or goes. The token, where the collector asks for one, is added here, out of reach
 * of scripts. 502 when the collector cannot be reached.
 */
export async function forward(
  request: Request,
  collectorUrl: string,
  token: string | null = null,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = copyHeaders(request.headers, notForwarded);
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  try {
    const answer = await fetch(new URL(`${pathname}${search}`, collectorUrl), {
      method: request.method,
      headers,
      signal: request.signal,
      redirect: 'manual',
      ...(request.body ? { body: request.body, duplex: 'half' } : {}),
    });
    const { status, statusText, body } = answer;
    return new Response(body, { status, statusText, headers: copyHeaders(answer.headers, notAnswered) });
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    return Response.json(
      { error: 'Bad Gateway', code: 'UNREACHABLE', message: 'The collector does not answer.' },
      { status: 502 },
    );
  }
}

function copyHeaders(headers: Headers, without: RegExp): Headers {
  return new Headers([...headers].filter(([name]) => !without.test(name)));
}
