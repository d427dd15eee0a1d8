import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';

/** Makes a scope take JSON bodies as they are: nothing in them is converted, and no other type is read. */
export function acceptOnlyJson(scope: FastifyInstance): void {
  scope.removeContentTypeParser('text/plain');
  scope.setValidatorCompiler(TypeBoxValidatorCompiler);
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
