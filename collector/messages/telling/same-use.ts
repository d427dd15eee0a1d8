import { canonicalJson, isObject } from '../json.ts';
import type { Atom } from './atoms.ts';

/** Shorter values are no beginnings of others: limits of lengths are longer. */
const CUT_LENGTH = 64;

/**
 * Whether two calls of the same id or name may be one: SDKs add defaults to arguments and write their values in other ways, but
 * an argument with another value is another call's, or a person changed it.
 */
export function mayBeSameCall({ parts: [a] }: Atom, { parts: [b] }: Atom): boolean {
  if (a?.type !== 'tool_call' || b?.type !== 'tool_call') return true;
  return (
    isBareOf(a.arguments, b.arguments) ??
    isBareOf(b.arguments, a.arguments) ??
    (!isObject(a.arguments) || !isObject(b.arguments) || mayBeSame(a.arguments, b.arguments))
  );
}

/** Whether two calls were given the same, whatever their tools are called. */
export function isGivenTheSame({ parts: [a] }: Atom, { parts: [b] }: Atom): boolean {
  if (a?.type !== 'tool_call' || b?.type !== 'tool_call') return false;
  const [one, other] = [a.arguments ?? {}, b.arguments ?? {}];
  return isBareOf(one, other) ?? isBareOf(other, one) ?? textOf(one) === textOf(other);
}

/** The names of LangChain.js's own classes, which OpenLLMetry has for every tool that is made of a function. */
export const isClassOfTools = (name: string): boolean => CLASSES_OF_TOOLS.has(name);
const CLASSES_OF_TOOLS = new Set(['DynamicStructuredTool', 'DynamicTool']);

/** OpenInference writes a tool's only argument without its name. Undefined where these are no such two. */
function isBareOf(bare: unknown, whole: unknown): boolean | undefined {
  if (typeof bare !== 'string' || bare === '' || !isObject(whole)) return undefined;
  const values = Object.values(whole);
  return values.length === 1 ? mayBeSame(bare, values[0]) : undefined;
}

/** Whether an answer is another with less or more of its end, or without what lies deep in it. */
export function mayBeSameAnswer({ parts: [a] }: Atom, { parts: [b] }: Atom): boolean {
  if (a?.type !== 'tool_call_response' || b?.type !== 'tool_call_response') return true;
  const [one, other] = [textOf(a.response), textOf(b.response)];
  return one.startsWith(other) || other.startsWith(one) || isSameAbove(a.response, b.response);
}

/** What Mastra's serializer leaves of a value that lies too deep. */
const TOO_DEEP = '[MaxDepth]';

function isSameAbove(a: unknown, b: unknown): boolean {
  if (a === TOO_DEEP || b === TOO_DEEP) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return textOf(a) === textOf(b);
  const [entries, others] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    entries.length === others.size &&
    entries.every(([key, value]) => others.has(key) && isSameAbove(value, others.get(key)))
  );
}

function mayBeSame(a: unknown, b: unknown): boolean {
  if (isObject(a) && isObject(b))
    return Object.keys(a).every((key) => !Object.hasOwn(b, key) || mayBeSame(a[key], b[key]));
  const [one, other] = [textOf(a), textOf(b)];
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return one === other || (short.length >= CUT_LENGTH && long.startsWith(short));
}

/** A number may come as its text. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : canonicalJson(value)).trim();
