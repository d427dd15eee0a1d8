import net, { type AddressInfo, type Socket } from 'node:net';
import { ApiError } from '../errors.ts';
import { PREFACE } from './foreign-attempt.ts';

/** What came in the place of HTTP/2: the first bytes of a connection. */
export type OnForeign = (start: Buffer) => void;

/**
 * The listening side of gRPC. Connections that speak HTTP/2 are handed on; others get one answer that they can read, since
 * an HTTP/2 server would only hang up on them.
 */
export class GrpcPort {
  readonly server: net.Server;
  /** Connections that have said nothing yet, or that were refused. */
  readonly #own = new Set<Socket>();

  /** `silenceMs`: how long a connection may take to say what it speaks, and one that was refused to hang up. */
  constructor(handOn: (connection: Socket) => void, onForeign: OnForeign, silenceMs: number) {
    this.server = net.createServer((socket) => {
      this.#own.add(socket);
      const hangUp = setTimeout(() => socket.destroy(), silenceMs).unref();
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        clearTimeout(hangUp);
        this.#own.delete(socket);
      });
      readStart(socket, (start) => {
        if (!isHttp2(start)) {
          onForeign(start);
          hangUp.refresh();
          // What still comes is read and dropped: the end of the connection comes after it.
          socket.resume();
          socket.end(REFUSAL);
          return;
        }
        clearTimeout(hangUp);
        this.#own.delete(socket);
        socket.pause();
        socket.unshift(start);
        handOn(socket);
      });
    });
  }

  /** Resolves with the port it listens on; rejects when the port is taken. */
  start(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ host, port }, () => {
        this.server.off('error', reject);
        resolve((this.server.address() as AddressInfo).port);
      });
    });
  }

  /** Takes no more connections, and drops those that were not handed on. */
  stop(): void {
    this.server.close();
    for (const socket of this.#own) socket.destroy();
  }
}

const WHOLE_PREFACE = `${PREFACE}\r\n\r\nSM\r\n\r\n`;

/** Tells what came first once that is a whole preface or can't become one. */
function readStart(socket: Socket, onStart: (start: Buffer) => void): void {
  let start: Buffer = Buffer.alloc(0);
  const read = (part: Buffer): void => {
    start = Buffer.concat([start, part]);
    if (start.length < WHOLE_PREFACE.length && isHttp2(start)) return;
    socket.off('data', read);
    onStart(start);
  };
  socket.on('data', read);
}

/** Or the beginning of it. */
const isHttp2 = (start: Buffer): boolean =>
  WHOLE_PREFACE.startsWith(start.toString('latin1', 0, WHOLE_PREFACE.length));

const { status, body } = new ApiError(
  'VALIDATION_ERROR',
  'this port speaks gRPC: send OTLP/HTTP to the port for HTTP',
);
const json = JSON.stringify(body);
const REFUSAL = `HTTP/1.1 ${status} ${body.error}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\nConnection: close\r\n\r\n${json}`;
