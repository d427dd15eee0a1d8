import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';

/**
 * Refuses numbers that are too large for a number at all (`1e999`). The validator makes them infinite when it converts the text,
 * and then looks at bounds of finite numbers only.
 */
export function registerFiniteNumbers(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => {
    for (const [name, value] of Object.entries(request.query ?? {}))
      if (typeof value === 'number' && !Number.isFinite(value))
        return done(new ApiError('VALIDATION_ERROR', `${name} must be a finite number`));
    done();
  });
}
