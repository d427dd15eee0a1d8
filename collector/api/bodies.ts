import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';

/** Makes a scope take JSON bodies and no others. */
export function acceptOnlyJson(scope: FastifyInstance): void {
  scope.removeContentTypeParser('text/plain');
  scope.setSchemaErrorFormatter(([first], part) => {
    const where = `${part}${(first?.instancePath ?? '').replaceAll('/', '.')}`;
    return new ApiError('VALIDATION_ERROR', `${where} ${first?.message ?? 'is not valid'}`);
  });
}

/**
 * Makes a scope take bodies whatever type they are said to be, by the parser for `*`. Fastify asks none where the header can be
 * no type, an empty one for instance: it is taken away before that.
 */
export function ignoreContentTypes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addHook('onRequest', ({ raw }, _reply, done) => {
    delete raw.headers['content-type'];
    done();
  });
}

/** For routes whose path says it all: a body that comes nevertheless, of whatever type, is not read. */
export function ignoreBodies(scope: FastifyInstance): void {
  ignoreContentTypes(scope);
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}
