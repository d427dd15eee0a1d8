import type { ServerInterceptingCallInterface } from '@grpc/grpc-js';
import { constants, type ServerHttp2Stream } from 'node:http2';
import { decompress } from './decompress.ts';
import type { Room } from '../lib/room.ts';
import { giveBack } from '../runtime/own-memory.ts';

/** What grpc-js keeps to itself of a call (1.14): it offers no way to see what has come, or to unpack it otherwise. */
interface InnerCall {
  readonly stream: ServerHttp2Stream;
  /** `message` with its head of five bytes; `encoding` is `identity` for one that is not packed. */
  decompressMessage(message: Buffer, encoding: string): Buffer | Promise<Buffer>;
}

const HEAD_BYTES = 5;
/** What keeping a frame until its message is whole costs beside its bytes. */
const FRAME_BYTES = 128;
/** Encodings that are unpacked here; grpc-js itself refuses all others. */
const ENCODINGS: ReadonlySet<string> = new Set(['identity', 'gzip', 'deflate']);

/** The message of a call, which counts in a room while it comes and while it is unpacked. */
export class GrpcBody {
  readonly #call: InnerCall;

  constructor(call: ServerInterceptingCallInterface) {
    this.#call = call as unknown as InnerCall;
  }

  /** The room is free again when the call has ended. `onRefused` hears once why the message is not taken. */
  countIn(room: Room, limit: number, onRefused: (error: unknown) => void): void {
    const { stream } = this.#call;
    let there = 0;
    const count = (frame: Buffer): void => {
      there += frame.length + FRAME_BYTES;
      try {
        room.has(there);
      } catch (error) {
        refuse(error);
      }
    };
    const refuse = (error: unknown): void => {
      stream.off('data', count);
      onRefused(error);
    };
    stream.on('data', count);
    stream.once('close', () => room.free());
    this.#unpackIn(room, limit, refuse);
  }

  #unpackIn(room: Room, limit: number, refuse: (error: unknown) => void): void {
    const asItCame = this.#call.decompressMessage.bind(this.#call);
    let messages = 0;
    this.#call.decompressMessage = async (message, encoding) => {
      // A second one is refused, so that nobody needs to know what is in it.
      if (++messages > 1) return message;
      if (!ENCODINGS.has(encoding)) return asItCame(message, encoding);
      const content = message.subarray(HEAD_BYTES);
      try {
        const body =
          encoding === 'identity' ? copyIn(room, content) : await decompress(content, encoding, limit, room);
        giveBack(message);
        return body;
      } catch (error) {
        refuse(error);
        // Nobody reads it any more.
        return message;
      }
    };
  }

  /** The caller has taken it back: nobody sends more of it, nor waits for an answer. */
  get isGivenUp(): boolean {
    return this.#call.stream.rstCode === constants.NGHTTP2_CANCEL;
  }

  /** Takes no more of a message that was refused before it was whole: a client that goes on sending must not be kept. */
  drop(): void {
    const { stream } = this.#call;
    if (!stream.readableEnded) stream.close(constants.NGHTTP2_NO_ERROR);
  }
}

/** A copy of the message, without its head, in memory that can be moved to another thread. */
function copyIn(room: Room, content: Buffer): Buffer {
  const copy = room.lend(content.length);
  copy.set(content);
  return copy;
}
