import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { schemaCompilers } from './schema-compilers.ts';

const serve = () => {
  const app = Fastify({ schemaController: { compilersFactory: schemaCompilers } });
  const querystring = {
    type: 'object',
    properties: { limit: { type: 'integer', default: 50 }, order: { type: 'string', enum: ['asc'] } },
  };
  app.get('/list', { schema: { querystring } }, (request) => request.query);
  return app;
};

describe('validators that are made with the first request', () => {
  test('convert it and fill in what it left out, as they do with every later one', async () => {
    const app = serve();
    for (let round = 0; round < 2; round++)
      expect((await app.inject('/list?limit=7')).json()).toEqual({ limit: 7 });
    expect((await app.inject('/list')).json()).toEqual({ limit: 50 });
  });

  test('tell each of several first requests what is wrong with it and with no other', async () => {
    const app = serve();
    const [number, order, right] = await Promise.all(
      ['/list?limit=x', '/list?order=up', '/list?limit=3'].map((url) => app.inject(url)),
    );
    expect(number!.json()).toMatchObject({ statusCode: 400, message: 'querystring/limit must be integer' });
    expect(order!.json()).toMatchObject({
      statusCode: 400,
      message: 'querystring/order must be equal to one of the allowed values',
    });
    expect(right!.json()).toEqual({ limit: 3 });
  });
});
