import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import zlib from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createServer } from '../api/server.ts';
import { defaultConfig } from '../config/config.ts';
import { ApiError } from '../errors.ts';
import { BodyMemory } from '../ingest/body-memory.ts';
import { Admission } from '../ingest/queue/admission.ts';
import { Pace } from '../ingest/queue/pace.ts';
import { silentLog } from '../testing/silent-log.ts';
import { PATIENCE } from '../lib/patience.ts';
import type { Room } from '../lib/room.ts';
import { errorOf } from '../testing/api-client.ts';
import { callGrpc, grpcMessage, rawGrpcCall } from '../testing/grpc-client.ts';
import { PROTOBUF, postProtobuf } from '../testing/otlp-client.ts';
import { ROOM } from '../testing/room.ts';
import { send } from '../testing/http-client.ts';
import { decompress } from './decompress.ts';
import { GrpcReceiver } from './grpc.ts';
import { registerOtlpHttp } from './http.ts';
import type { ReceiverOptions } from './receiver.ts';
import { RequestLog } from './request-log.ts';

const MB = 1024 * 1024;
const ZEROS = Buffer.alloc(4 * MB);
const PACKERS = {
  gzip: zlib.gzipSync,
  deflate: zlib.deflateSync,
  br: (body: Buffer) =>
    zlib.brotliCompressSync(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: zlib.zstdCompressSync,
};

const GZIP = { 'grpc-encoding': 'gzip' };
const ADDRESSES = { http: null, standard_http: null, grpc: null };

/** What the rooms hold together, the most that they ever held, and what they held when a body was taken last. */
const held = { now: 0, most: 0, rooms: 0, taken: 0, whenTaken: 0 };
/** How often a room was told that all of the zeros are there, and the bytes whose memory was given back to one. */
const told = { whole: 0, takenBack: 0 };
/** Refuses past so many bytes. */
let limit = Number.POSITIVE_INFINITY;
function openRoom(): Room {
  let there = 0;
  held.rooms++;
  const hold = (bytes: number): void => {
    held.now += bytes - there;
    there = bytes;
    held.most = Math.max(held.most, held.now);
  };
  return {
    ...ROOM,
    has: (bytes) => {
      if (bytes >= ZEROS.length) told.whole++;
      if (held.now - there + bytes > limit) throw new ApiError('BUFFER_FULL', 'no room');
      hold(bytes);
    },
    free: () => hold(0),
    takeBack: ({ length }) => void (told.takenBack += length),
  };
}
const receiver: ReceiverOptions = {
  consume: async () => {
    held.taken++;
    held.whenTaken = held.now;
    return { rejected: 0, message: '', items: 0, redacted: 0, advice: null };
  },
  openRoom,
  maxBodyBytes: 8 * MB,
};

beforeEach(() => {
  Object.assign(held, { now: 0, most: 0, rooms: 0, taken: 0, whenTaken: 0 });
  Object.assign(told, { whole: 0, takenBack: 0 });
  limit = Number.POSITIVE_INFINITY;
});

describe.for(Object.entries(PACKERS))('a body packed by %s', ([encoding, pack]) => {
  test('counts as it is unpacked, packed and unpacked, and is cut off where there is no room', async () => {
    const packed = pack(ZEROS);
    expect(ZEROS.equals(await decompress(packed, encoding, 8 * MB, openRoom()))).toBe(true);
    expect(held.most).toBe(packed.length + ZEROS.length);
    limit = held.most + MB;
    await expect(decompress(packed, encoding, 8 * MB, openRoom())).rejects.toMatchObject({
      code: 'BUFFER_FULL',
    });
    expect(held.most).toBeLessThanOrEqual(limit);
  });
});

test('there is to be room for what a body says that it holds before its memory is taken', async () => {
  const packed = zlib.gzipSync(randomBytes(4200));
  packed.writeUInt32LE(ZEROS.length, packed.length - 4);
  limit = MB;
  await expect(decompress(packed, 'gzip', 8 * MB, openRoom())).rejects.toMatchObject({ code: 'BUFFER_FULL' });
});

test('many that are unpacked side by side never take more than the buffer', async () => {
  const limits = { ...defaultConfig({}).otel.ingestion, buffer_max_bytes: 6 * MB };
  const admission = new Admission(limits, new Pace(), new BodyMemory());
  const packed = zlib.gzipSync(ZEROS);
  let most = 0;
  const sizes = Array.from({ length: 8 }, () => 0);
  const unpacked = await Promise.allSettled(
    sizes.map((_, i) => {
      const room = admission.openRoom(packed.length, { small: 0, large: 0 });
      const has = (bytes: number): void => {
        room.has(bytes);
        sizes[i] = bytes;
        most = Math.max(
          most,
          sizes.reduce((sum, size) => sum + size, 0),
        );
      };
      return decompress(packed, 'gzip', 8 * MB, { ...room, has });
    }),
  );
  const refused = unpacked.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThanOrEqual(7);
  expect(most).toBeLessThanOrEqual(6 * MB);
});

describe('over HTTP', () => {
  let url: string;
  let close = async (): Promise<void> => {};
  beforeEach(async () => {
    const config = defaultConfig({});
    const rules = { callers: false, exporters: false, check: () => {} };
    const app = createServer(config, rules, silentLog);
    registerOtlpHttp(app, { ...receiver, port: 'http', requests: new RequestLog(() => ADDRESSES) });
    await app.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    close = () => app.close();
  });
  afterEach(() => close());

  test('what is unpacked counts until it is taken, and is refused past the room', async () => {
    const packed = zlib.gzipSync(ZEROS);
    const post = () => postProtobuf(url, packed, { 'content-encoding': 'gzip' });
    expect((await post()).status).toBe(200);
    expect(held).toEqual({
      now: 0,
      most: packed.length + ZEROS.length,
      rooms: 1,
      taken: 1,
      whenTaken: 0,
    });
    expect(told.takenBack).toBe(packed.length);
    limit = 2 * MB;
    expect(errorOf(await post())).toMatchObject({ status: 503, code: 'BUFFER_FULL' });
    expect(held).toMatchObject({ now: 0, rooms: 2, taken: 1 });
  });

  test('a room is free again after a body that could not be unpacked', async () => {
    const damaged = zlib.gzipSync(ZEROS).subarray(0, -20);
    const headers = { ...PROTOBUF, 'content-encoding': 'gzip' };
    expect((await send(`${url}/v1/traces`, { headers, body: damaged })).status).toBe(400);
    expect(held).toMatchObject({ now: 0, taken: 0 });
    expect(held.most).toBeGreaterThan(MB);
  });

  test('a room is free again after a body that is refused for what its headers say', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect((await send(`${url}/v1/traces`, { headers, body: ZEROS })).status).toBe(415);
    await expect.poll(() => held.now).toBe(0);
    expect(held).toMatchObject({ most: ZEROS.length, rooms: 1, taken: 0 });
  });

  test('a body that says it is too large asks for no room, which it would be told to wait for', async () => {
    const request = openPost({ 'content-length': 9 * MB });
    request.write('x');
    expect(await statusOf(request)).toBe(413);
    expect(held.rooms).toBe(0);
    request.destroy();
  });

  test('a room is free again when a body turns out too large, whatever still comes of it', async () => {
    const request = openPost({});
    request.write(Buffer.alloc(9 * MB));
    expect(await statusOf(request)).toBe(413);
    expect(held).toMatchObject({ now: 0, rooms: 1, taken: 0 });
    request.destroy();
  });

  /** Of which nobody says yet that it has ended. */
  function openPost(headers: http.OutgoingHttpHeaders): http.ClientRequest {
    const options = { method: 'POST', headers: { ...PROTOBUF, ...headers }, agent: false };
    return http.request(`${url}/v1/traces`, options).on('error', () => {});
  }

  async function statusOf(request: http.ClientRequest): Promise<number | undefined> {
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    return answer.statusCode;
  }
});

describe('over gRPC', () => {
  let address: string;
  let grpc: GrpcReceiver;
  beforeEach(async () => {
    grpc = new GrpcReceiver({
      ...receiver,
      admit: () => {},
      requests: new RequestLog(() => ADDRESSES),
      patience: PATIENCE,
      onFailure: (error) => {
        throw error;
      },
    });
    address = `127.0.0.1:${await grpc.start('127.0.0.1', 0)}`;
  });
  afterEach(() => grpc.stop());

  test.for([false, true])(
    'a message counts until it is taken, and is refused past the room, gzip %s',
    async (gzip) => {
      expect(await callGrpc(address, ZEROS, { gzip })).toMatchObject({ code: 'OK' });
      expect(held).toMatchObject({ now: 0, rooms: 1, taken: 1, whenTaken: 0 });
      expect(held.most).toBeGreaterThanOrEqual(ZEROS.length);
      limit = 2 * MB;
      expect(await callGrpc(address, ZEROS, { gzip })).toMatchObject({
        code: 'UNAVAILABLE',
        details: 'no room',
      });
      await expect.poll(() => held.now).toBe(0);
      expect(held).toMatchObject({ rooms: 2, taken: 1 });
      expect(held.most).toBeLessThan(2 * ZEROS.length);
    },
  );

  test('a message that is too large unpacked or damaged is refused as it is over HTTP', async () => {
    expect(await callGrpc(address, Buffer.alloc(9 * MB), { gzip: true })).toMatchObject({
      code: 'RESOURCE_EXHAUSTED',
    });
    expect(await rawGrpcCall(address, [grpcMessage(Buffer.from('no gzip'), { isPacked: true })], GZIP)).toBe(
      '3',
    );
    expect(held.taken).toBe(0);
    await expect.poll(() => held.now).toBe(0);
  });

  test('of many messages in one call only the first is unpacked', async () => {
    const messages = Array.from({ length: 20 }, () => grpcMessage(zlib.gzipSync(ZEROS), { isPacked: true }));
    // Refused: an export is one message.
    expect(await rawGrpcCall(address, messages, GZIP)).toBe('12');
    expect(held.most).toBeLessThan(2 * ZEROS.length);
    // Before it is unpacked, and then.
    expect(told.whole).toBeLessThanOrEqual(2);
    expect(held.taken).toBe(0);
  });
});
