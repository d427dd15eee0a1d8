import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import net from 'node:net';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface SendOptions {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Buffer | string | undefined;
  /** One that keeps connections; without it each request has its own. */
  readonly agent?: http.Agent;
}

/** One request, path and headers exactly as given. */
export function send(url: string, { method, headers, body, agent }: SendOptions = {}): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const path = url.slice(new URL(url).origin.length) || '/';
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        hostname,
        port,
        path,
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        agent: agent ?? false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
        response.on('error', reject);
      },
    );
    for (const [name, value] of Object.entries(headers ?? {}))
      if (value !== undefined) request.setHeader(name, value);
    request.on('error', reject);
    request.end(body);
  });
}

export const jsonOf = (answer: Answer): unknown => JSON.parse(answer.body.toString());

/** Writes `text` to the port of `url` and resolves with all that comes back until the server hangs up. */
export function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = net.connect(Number(port), hostname, () => socket.write(text));
    socket.on('data', (chunk) => (received += String(chunk)));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}
