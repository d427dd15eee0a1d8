import { Type } from 'typebox';
import { TokenParams } from '../../contract/paths.ts';
import { NewToken, TokenList, TokenRequest } from '../../contract/tokens.ts';
import { ApiError } from '../../errors.ts';
import { acceptOnlyJson, ignoreBodies } from '../bodies.ts';
import type { Routes } from './typed-routes.ts';

/** Handed in: the API knows no files. */
export interface TokenCommands {
  list(): TokenList;
  /** Throws a VALIDATION_ERROR; STORAGE_UNAVAILABLE where the data directory is gone, or its disk full. */
  create(request: TokenRequest): NewToken;
  /** Whether there was one of this id. */
  revoke(id: string): boolean;
}

/** Tokens of callers and exporters: what `tracedeck token` does on the collector's machine. */
export function registerTokenRoutes(app: Routes, tokens: TokenCommands): void {
  app.register(async (scope: Routes) => {
    acceptOnlyJson(scope);
    scope.get(
      '/api/v1/tokens',
      {
        schema: {
          operationId: 'listTokens',
          tags: ['Collector'],
          summary: 'The tokens that were made and not revoked',
          description:
            'Those that count for one run of the collector alone (of its window, of the sign-in link) are none of them.',
          response: { 200: TokenList },
        },
      },
      () => tokens.list(),
    );
    scope.post(
      '/api/v1/tokens',
      {
        schema: {
          operationId: 'createToken',
          tags: ['Collector'],
          summary: 'Makes a token',
          description: 'It counts at once, and after a restart too. The answer is the only one that has it.',
          body: TokenRequest,
          response: { 201: NewToken },
        },
      },
      ({ body }, reply) => {
        reply.code(201);
        return tokens.create(body);
      },
    );
  });
  app.register(async (scope: Routes) => {
    ignoreBodies(scope);
    scope.delete(
      '/api/v1/tokens/:token_id',
      {
        schema: {
          operationId: 'revokeToken',
          tags: ['Collector'],
          summary: 'Ends a token within a second',
          description: 'Open streams of whoever uses it end, too. A body is not read.',
          params: TokenParams,
          response: { 204: Type.Null() },
          errors: ['TOKEN_NOT_FOUND'],
        },
      },
      ({ params: { token_id } }, reply) => {
        if (!tokens.revoke(token_id)) throw new ApiError('TOKEN_NOT_FOUND', `there is no token ${token_id}`);
        reply.code(204);
        return null;
      },
    );
  });
}
