import Fastify from 'fastify';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { schemaCompilers } from './schema-compilers.ts';

const app = Fastify({ schemaController: { compilersFactory: schemaCompilers } });
const querystring = Type.Object({
  limit: Type.Integer({ minimum: 1, default: 50 }),
  least: Type.Optional(Type.Number()),
  whole: Type.Boolean({ default: false }),
  names: Type.Optional(Type.Array(Type.String())),
  numbers: Type.Optional(Type.Array(Type.Integer())),
  form: Type.Optional(Type.Literal('tree')),
  kind: Type.Optional(Type.Union('a b c d e f g h i j k l'.split(' ').map((letter) => Type.Literal(letter)))),
});
app.get('/list', { schema: { querystring } }, (request) => request.query);
app.post('/body', { schema: { body: querystring } }, (request) => request.body);

const ask = async (query: string): Promise<unknown> => (await app.inject(`/list?${query}`)).json();

test.for([
  ['', {}],
  ['limit=7', { limit: 7 }],
  ['limit=1e2', { limit: 100 }],
  ['limit=%208', { limit: 8 }],
  ['least=-0.5', { least: -0.5 }],
  ['whole=true', { whole: true }],
  ['whole=false', { whole: false }],
  ['whole=True', { whole: true }],
  ['whole=FALSE', { whole: false }],
  ['whole=1', { whole: true }],
  ['whole=0', { whole: false }],
  ['names=a', { names: ['a'] }],
  ['names=a&names=1', { names: ['a', '1'] }],
  ['numbers=2&numbers=3', { numbers: [2, 3] }],
  ['form=tree&kind=l', { form: 'tree', kind: 'l' }],
] as const)('%s is read by its schema', async ([query, given]) => {
  expect(await ask(query)).toEqual({ limit: 50, whole: false, ...given });
});

test.for([
  ['limit=', 'limit must be integer'],
  ['limit=x', 'limit must be integer'],
  ['limit=0x10', 'limit must be integer'],
  ['least=%20', 'least must be number'],
  ['limit=0.5', 'limit must be integer'],
  ['limit=Infinity', 'limit must be integer'],
  ['limit=0', 'limit must be >= 1'],
  ['least=much', 'least must be number'],
  ['least=Infinity', 'least must be number'],
  ['whole=', 'whole must be true or false'],
  ['whole=yes', 'whole must be true or false'],
  ['numbers=1&numbers=x', 'numbers/1 must be integer'],
  ['form=', 'form must be "tree"'],
  ['kind=z', 'kind must be one of "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"'],
  ['limit=x&least=x', 'limit must be integer'],
] as const)('%s is refused: %s', async ([query, why]) => {
  expect(await ask(query)).toMatchObject({ statusCode: 400, message: `querystring/${why}` });
});

test.for([
  ['limit=x&other=1', 'other'],
  ['other', 'other'],
  ['names[]=a', 'names[]'],
  ['toString=1', 'toString'],
  ['__proto__=1', '__proto__'],
  ['=1', ''],
] as const)('%s is refused: the path has no %j', async ([query, name]) => {
  expect(await ask(query)).toMatchObject({
    statusCode: 400,
    code: 'VALIDATION_ERROR',
    message: `"${name}" is no parameter of this path, which has limit, least, whole, names, numbers, form, kind; /api/v1/docs says what each path has`,
  });
});

test.for([
  ['limit=1&limit=2', 'limit'],
  ['whole=true&whole=true', 'whole'],
  ['form=tree&limit=1&form=tree', 'form'],
] as const)('%s is refused: %s is no list', async ([query, name]) => {
  expect(await ask(query)).toMatchObject({
    statusCode: 400,
    code: 'VALIDATION_ERROR',
    message: `${name} may be given only once`,
  });
});

test('a body is taken as it is: text is no number there, and nothing is filled in', async () => {
  const post = async (body: object) => (await app.inject({ method: 'POST', url: '/body', body })).json();
  expect(await post({ limit: 7, whole: true })).toEqual({ limit: 7, whole: true });
  expect(await post({ limit: '7', whole: true })).toMatchObject({ message: 'body/limit must be integer' });
  expect(await post({ limit: 7 })).toMatchObject({
    message: 'body must have required properties whole',
  });
});
