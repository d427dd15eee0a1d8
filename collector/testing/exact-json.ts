import type { Static, TSchema } from 'typebox';
import { exactly } from './exact-schema.ts';
import { jsonOf, send } from './http-client.ts';

/** `T` with its integers beyond 2^53 as they stand in the JSON. */
export type Exact<T> = T extends { readonly rawJSON: string }
  ? bigint
  : T extends readonly (infer Item)[]
    ? Exact<Item>[]
    : T extends object
      ? { [K in keyof T]: Exact<T[K]> }
      : T;

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** What a path answers, after a check that it is exactly what the contract says; `*_ns` fields as bigint. */
export async function readExact<T extends TSchema>(schema: T, url: string): Promise<Exact<Static<T>>> {
  const answer = await send(url);
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${String(answer.body)}`);
  exactly(schema, jsonOf(answer));
  const value = parse(String(answer.body), (key, parsed, { source }) =>
    key.endsWith('_ns') && source !== undefined ? BigInt(source) : parsed,
  );
  return value as Exact<Static<T>>;
}
