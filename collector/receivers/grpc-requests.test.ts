import http2 from 'node:http2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '../errors.ts';
import { PATIENCE } from '../lib/patience.ts';
import { ROOM } from '../testing/room.ts';
import { callGrpc, grpcMessage, rawGrpcCall } from '../testing/grpc-client.ts';
import { GrpcReceiver } from './grpc.ts';
import type { Outcome } from './receiver.ts';
import { RequestLog } from './request-log.ts';

const requests = new RequestLog(() => ({ http: null, standard_http: null, grpc: null }));
let consume: () => Promise<Outcome>;
let admitted = (): void => {};
const failures: unknown[] = [];
const receiver = new GrpcReceiver({
  consume: () => consume(),
  openRoom: () => ROOM,
  maxBodyBytes: 1000,
  admit: () => admitted(),
  requests,
  patience: PATIENCE,
  onFailure: (error) => failures.push(error),
});
let address: string;
beforeAll(async () => {
  address = `127.0.0.1:${await receiver.start('127.0.0.1', 0)}`;
});
afterAll(() => receiver.stop());

test('a fault of ours is told as one, and nothing of it to the exporter', async () => {
  const fault = new Error('secret cause');
  consume = () => Promise.reject(fault);
  expect(await callGrpc(address, Buffer.alloc(0))).toMatchObject({
    code: 'INTERNAL',
    details: 'internal error, see the log',
  });
  expect(failures).toEqual([fault]);
  expect(requests.list()[0]).toMatchObject({ status: 500, code: 'STORAGE_ERROR' });
});

test('a call that is refused after its caller stopped waiting is told once, as the caller saw it', async () => {
  const { promise, reject } = Promise.withResolvers<Outcome>();
  consume = () => promise;
  const message = grpcMessage(Buffer.from('an export'), { isPacked: false });
  // DEADLINE_EXCEEDED
  expect(await rawGrpcCall(address, [message], { 'grpc-timeout': '500m' })).toBe('4');
  // Should the call not have come so far on a slow machine.
  promise.catch(() => {});
  reject(new ApiError('STORAGE_UNAVAILABLE', 'the disk is full'));
  consume = async () => ({ rejected: 0, message: '', items: 0, redacted: 0, advice: null });
  expect(await callGrpc(address, Buffer.alloc(0), { projectId: 'next' })).toMatchObject({ code: 'OK' });
  expect(requests.list().slice(0, 2)).toMatchObject([{ project: 'next', status: 200 }, { status: 504 }]);
});

test('a call that its caller gives up midway is told as that, not as one of a form that is not read', async () => {
  const session = http2.connect(`http://${address}`);
  const begun = new Promise<void>((resolve) => (admitted = resolve));
  const stream = session.request({
    ':method': 'POST',
    ':path': '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
    'content-type': 'application/grpc',
    'user-agent': 'impatient',
  });
  stream.on('error', () => {});
  stream.write(grpcMessage(Buffer.alloc(100), { isPacked: false }).subarray(0, 50));
  await begun;
  stream.close(http2.constants.NGHTTP2_CANCEL);
  await expect.poll(() => requests.list()[0]?.user_agent).toBe('impatient');
  session.destroy();
  expect(requests.list()[0]).toMatchObject({ status: 499, code: null, advice: null, spans: 0 });
});
