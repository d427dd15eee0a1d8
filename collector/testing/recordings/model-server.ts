import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { errorMessage } from '../../lib/error-message.ts';
import { type Body, type Wire, chatCompletions, responses } from './openai-wire.ts';
import { type Reply, replyTo } from './script.ts';

const WIRES: Readonly<Record<string, Wire>> = {
  '/v1/chat/completions': chatCompletions,
  '/v1/responses': responses,
};

/** A request that was answered: what the telemetry of whoever sent it has to tell. */
export interface ModelCall {
  readonly path: string;
  readonly question: string;
  /** Results of tools that came since the question. */
  readonly results: number;
  readonly streamed: boolean;
  /** Undefined where the script has no answer, which is a 400 as a refusal is. */
  readonly reply: Reply | undefined;
}

export interface ModelServer {
  /** To be set as the base URL of OpenAI's API: it ends with `/v1`. */
  readonly url: string;
  /** In the order in which they came. */
  readonly calls: readonly ModelCall[];
  readonly stop: () => Promise<void>;
}

/** A stand-in for OpenAI on this machine, on a free port: it plays the script and forgets who asks. */
export async function startModelServer(): Promise<ModelServer> {
  const calls: ModelCall[] = [];
  const server = createServer((request, answer) => {
    play(request, answer, calls).catch((error: unknown) =>
      sendJson(answer, 400, errorBody(errorMessage(error))),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    calls,
    async stop() {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function play(request: IncomingMessage, answer: ServerResponse, calls: ModelCall[]): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
  const wire = WIRES[path];
  if (!wire || request.method !== 'POST')
    return sendJson(answer, 404, errorBody(`There is no ${request.method} ${path}.`));
  const body = (await json(request)) as Body;
  const stand = wire.standOf(body);
  const reply = replyTo(stand.question, stand.results);
  const streamed = body['stream'] === true;
  calls.push({ path, ...stand, streamed, reply });
  if (!reply) return sendJson(answer, 400, errorBody(`Not in the script: ${stand.question}`));
  if ('refused' in reply) return sendJson(answer, 400, errorBody(reply.refused));
  const id = `scripted-${calls.length}`;
  if (!streamed) return sendJson(answer, 200, wire.bodyOf(id, reply, body));
  answer.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of wire.eventsOf(id, reply, body)) answer.write(eventText(event));
  answer.end(wire.end);
}

const eventText = (event: Body): string => {
  const name = typeof event['type'] === 'string' ? `event: ${event['type']}\n` : '';
  return `${name}data: ${JSON.stringify(event)}\n\n`;
};

const errorBody = (message: string) => ({
  error: { message, type: 'invalid_request_error', param: null, code: 'content_filter' },
});

function sendJson(answer: ServerResponse, status: number, body: unknown): void {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
