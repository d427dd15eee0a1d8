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
const failures: unknown[] = [];
const receiver = new GrpcReceiver({
  consume: () => consume(),
  openRoom: () => ROOM,
  maxBodyBytes: 1000,
  admit: () => {},
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
