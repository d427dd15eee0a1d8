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

/** For routes whose path says it all: a body that comes nevertheless, of whatever type, is not read. */
export function ignoreBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}
