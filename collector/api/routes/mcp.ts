import type { IncomingHttpHeaders } from 'node:http';
import { Type } from 'typebox';
import { MCP_PATH, type McpAnswer, type McpRequest } from '../../contract/mcp.ts';
import { JSON_TYPE, wrongContentType } from '../../errors.ts';
import type { Routes } from './typed-routes.ts';

/** Answers an MCP client. Handed in: the API knows no protocol but its own. Rejects with an ApiError. */
export type AnswerMcp = (request: McpRequest) => Promise<McpAnswer>;

/** A call of a tool is some hundred bytes. */
const MAX_REQUEST_BYTES = 64 * 1024;

const MESSAGE = Type.Object(
  { jsonrpc: Type.Literal('2.0') },
  { description: 'a message of JSON-RPC', additionalProperties: true },
);
const JSON_RPC = { [JSON_TYPE]: { schema: MESSAGE } };

/** The Model Context Protocol, for coding assistants. The bytes only pass through: the library that knows it has a thread of its own. */
export function registerMcpRoute(app: Routes, answerMcp: AnswerMcp): void {
  app.register(async (scope: Routes) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post(
      MCP_PATH,
      {
        bodyLimit: MAX_REQUEST_BYTES,
        schema: {
          operationId: 'callMcp',
          tags: ['MCP'],
          summary: 'Tools for coding assistants, over the Model Context Protocol',
          description:
            'Streamable HTTP without sessions, for what speaks the protocol: its tools tell the traces, spans, conversations, sessions, logs and statistics of this interface in a form for models to read. They change nothing. A notification is answered with 202 and no body; what is wrong with a message, as the protocol has it.',
          errors: ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'BUFFER_FULL'],
          unread: {
            body: JSON_RPC,
            answer: { ...JSON_RPC, 'text/event-stream': { schema: MESSAGE } },
            emptyAnswer: 202,
            refusals: { 400: JSON_RPC, 404: JSON_RPC, 406: JSON_RPC },
          },
        },
      },
      async ({ headers, body }, reply) => {
        // Neither a type nor a body, which no parser is asked about.
        if (headers['content-type'] === undefined) throw wrongContentType(undefined, JSON_TYPE);
        const given = { headers: protocolHeaders(headers), body: typeof body === 'string' ? body : '' };
        const { status, contentType, body: text } = await answerMcp(given);
        if (contentType === null) return reply.code(status).send();
        return reply.code(status).type(contentType).send(text);
      },
    );
  });
}

/** Of a request's headers those that the protocol looks at. */
const protocolHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && (name === 'accept' || name === 'content-type' || name.startsWith('mcp-'))
        ? [[name, value]]
        : [],
    ),
  );
