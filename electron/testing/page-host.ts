import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { appUrl } from '../addresses.ts';
import { answerPage, type PageServer } from '../window/answer.ts';

/** What the window's page is answered, over HTTP, so that a browser may show it. */
export interface PageHost {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Stands in for Electron's protocol handler: the same answers to the same requests, only the address differs. A page that
 * goes ends the answer, and a request that has none yet is told nothing.
 */
export async function startPageHost(server: PageServer): Promise<PageHost> {
  const http = createServer((request, response) => {
    // A page that goes away in the middle of an answer is no fault.
    void answer(request, response, server).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    stop: async () => {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  server: PageServer,
): Promise<void> {
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const request = new Request(new URL(incoming.url ?? '/', appUrl), {
    method: incoming.method ?? 'GET',
    headers,
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } : {}),
  });
  const response = await answerPage(request, server);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body) await pipeline(Readable.fromWeb(response.body as never), outgoing);
  else outgoing.end();
}
