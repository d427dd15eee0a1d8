import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import Fastify, { type RouteShorthandOptions } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { registerAuthentication } from './authentication.ts';

/** What a route answers that sends something and is not at its end, and how its caller's token is taken away. */
async function openAnswer(config: RouteShorthandOptions['config']): Promise<{
  readonly answer: IncomingMessage;
  readonly revoke: () => void;
}> {
  let isGood = true;
  const app = Fastify();
  const check = (): void => {
    if (!isGood) throw new Error('revoked');
  };
  registerAuthentication(app, { callers: true, exporters: false, check });
  app.get('/follow', { config: { ...config } }, (_request, reply) => {
    reply.hijack();
    reply.raw.write('something');
  });
  const request = get(`${await app.listen({ host: '127.0.0.1', port: 0 })}/follow`);
  onTestFinished(async () => {
    request.destroy();
    await app.close();
  });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { answer, revoke: () => void (isGood = false) };
}

test('a stream ends with the token of who opened it, whatever its path', async () => {
  const { answer, revoke } = await openAnswer({ isStream: true });
  const ended = once(answer.resume(), 'error');
  revoke();
  expect(await ended).toMatchObject([{ message: 'aborted' }]);
});
