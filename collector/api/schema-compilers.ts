import type { BuildCompilerFromPool, ErrorObject } from '@fastify/ajv-compiler';
import type { FastifyServerOptions } from 'fastify';

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;
type Compile = ReturnType<BuildCompilerFromPool>;
type Compiled = ReturnType<Compile>;

/** As Fastify calls what ajv makes: the errors stand at the function, and `place` lets it change what it was given. */
interface Validator {
  (data: unknown, place?: object): boolean | Promise<void>;
  errors?: ErrorObject[] | null;
  schemaEnv?: unknown;
}

const buildValidator: BuildCompilerFromPool = (schemas, options) => {
  let compile: Compile | undefined;
  const load = async (): Promise<Compile> => {
    const { default: ajvCompiler } = await import('@fastify/ajv-compiler');
    return (compile ??= ajvCompiler()(schemas, options));
  };
  return (route) => lazyValidator(async () => (compile ?? (await load()))(route) as Validator) as Compiled;
};

/**
 * A route's validators are made when it is first asked, and what makes them is loaded then: half of a start went into
 * validators and serializers, most of which a run never uses. Answers are written as their handlers made them.
 */
export const schemaCompilers: Factories = {
  buildValidator,
  buildSerializer: () => () => (answer) => JSON.stringify(answer),
};

/** Loads ahead of the first request what all validators need. */
export const loadValidation = async (): Promise<void> => void (await import('@fastify/ajv-compiler'));

function lazyValidator(make: () => Promise<Validator>): Validator {
  let made: Validator | undefined;
  const validate: Validator = (data, place) => {
    if (made === undefined) return make().then((validator) => first((made ??= validator), data, place));
    const isValid = made(data, place);
    validate.errors = made.errors ?? null;
    return isValid;
  };
  // Fastify hands `place` to validators that have this, as those of ajv do.
  validate.schemaEnv = true;
  return validate;
}

/** Rejects with the errors themselves: at the function they could be those of another request by now. */
function first(validate: Validator, data: unknown, place: object | undefined): Promise<void> {
  return validate(data, place) === true
    ? Promise.resolve()
    : // eslint-disable-next-line prefer-promise-reject-errors
      Promise.reject(validate.errors ?? []);
}
