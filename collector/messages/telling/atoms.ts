import type { MessagePart } from '../../contract/messages.ts';
import { asideOf, isDetailAt, refusalOf } from '../asides.ts';
import { canonicalJson, isObject } from '../json.ts';
import type { ReadCache } from '../read-cache.ts';
import type { MessageContent } from '../reading.ts';
import { TextKeys } from './text-keys.ts';

/**
 * The smallest thing that histories are compared by: the words of a message, one call, one answer, one picture. Two atoms
 * with the same key say the same, however their message was cut or their JSON was written.
 */
export interface Atom {
  readonly kind: 'text' | 'thought' | 'call' | 'answer' | 'media' | 'data';
  readonly role: MessageContent['role'];
  readonly key: number;
  /** The call that a call or an answer names. */
  readonly id: string | null;
  /** Which parts of the message this is: what it says, and behind that what is told of it, which is not compared. */
  readonly parts: readonly MessagePart[];
}

/** Atoms that say the same. Of answers, the call's id decides where both have one. */
export function isSameAtom(a: Atom, b: Atom): boolean {
  if (a.kind === 'answer' && b.kind === 'answer' && a.id !== null && b.id !== null) return a.id === b.id;
  return a.key === b.key;
}

/** What a call or an answer is known by in its place, whatever it says: SDKs add defaults to arguments, and cut results. */
export function identityOf({ kind, id, parts: [part] }: Atom): string | null {
  if (id === null) return null;
  return part?.type === 'tool_call' ? `${kind}|${id}|${part.name}` : `${kind}|${id}`;
}

/** Turns messages into atoms; equal texts are hashed once and compared as numbers. */
export class AtomReader {
  readonly #cache: ReadCache;
  readonly #numbers = new Map<string, number>();
  readonly #texts = new TextKeys();
  /** One function, so that the cache remembers by it. */
  readonly #read = (content: MessageContent): readonly Atom[] => this.#atomsOf(content);
  readonly #keyOfObject = (value: object): string => this.#plainKey(this.#plain(value, 4));
  readonly #keyOfArguments = (value: object): string => this.#keyOfObject(withoutNulls(value));

  constructor(cache: ReadCache) {
    this.#cache = cache;
  }

  /** In the order of a turn: words, calls, answers, everything else. A message of asides alone has them as its words. */
  atomsOf(content: MessageContent): readonly Atom[] {
    return this.#cache.once(content, this.#read);
  }

  /** A name for what a message says: messages that say the same have the same. */
  keyOf(content: MessageContent): string {
    return this.atomsOf(content)
      .map(({ key }) => key)
      .join();
  }

  /** The key of a text in any role, with white space left out: SDKs join and trim it each in their own way. */
  #textKey(text: string): number {
    return this.#texts.keyOf(text);
  }

  #atomsOf({ role, parts }: MessageContent): readonly Atom[] {
    const atoms: Atom[] = [];
    const add = (kind: Atom['kind'], own: readonly MessagePart[], key: string, id: string | null = null) =>
      atoms.push({ kind, role, key: this.#number(`${kind}|${key}`), id, parts: own });
    const withDetails = (is: (part: MessagePart) => boolean): readonly MessagePart[] =>
      parts.filter((part, at) => is(isDetailAt(parts, at) ? parts[at - 1]! : part));
    // A history may hold a refusal as the model's plain words.
    const isText = (part: MessagePart): boolean => wordsOf(part) !== undefined;
    const texts = parts.filter(isText);
    if (texts.length > 0) add('text', withDetails(isText), `${role}|${this.#textsKey(texts)}`);
    for (const [at, part] of parts.entries()) {
      if (isDetailAt(parts, at)) continue;
      const own = isDetailAt(parts, at + 1) ? [part, parts[at + 1]!] : [part];
      if (part.type === 'tool_call')
        add('call', own, `${part.name}|${this.#argumentsKey(part.arguments ?? {})}`, part.id);
      if (part.type === 'tool_call_response') add('answer', own, this.#valueKey(part.response), part.id);
      if (part.type === 'data' && asideOf(part) === null && refusalOf(part) === undefined)
        add('data', own, `${role}|${this.#valueKey(part.content)}`);
      if (part.type === 'blob') add('media', own, `${role}|${this.#textKey(part.content)}`);
      if (part.type === 'uri') add('media', own, `${role}|${this.#textKey(part.uri)}`);
      if (part.type === 'file') add('media', own, `${role}|${this.#textKey(part.file_id)}`);
    }
    const asides = parts.filter((part) => asideOf(part) !== null);
    if (atoms.length === 0 && asides.length > 0) add('thought', asides, `${this.#textsKey(asides)}`);
    return atoms;
  }

  #textsKey(parts: readonly MessagePart[]): number {
    const texts = parts.map((part) => this.#inOrder(wordsOf(part) ?? thoughtOf(part)));
    return this.#textKey(texts.length === 1 && texts[0] !== undefined ? texts[0] : texts.join(' '));
  }

  /** A JSON object's text with its keys in order: SDKs parse a structured answer and write it again. */
  #inOrder(text: string): string {
    const value = this.#cache.decode(text, /^\s*\{/);
    return isObject(value) ? this.#cache.once(value, canonicalJson) : text;
  }

  /** Equal for a value, its JSON text, and the wrappings that APIs put around it. */
  #valueKey(value: unknown): string {
    const decoded = this.#cache.decoded(value);
    if (typeof decoded === 'object' && decoded !== null) return this.#cache.once(decoded, this.#keyOfObject);
    return this.#plainKey(decoded);
  }

  #plainKey(value: unknown): string {
    return typeof value === 'string' ? `t${this.#textKey(value)}` : canonicalJson(value);
  }

  /** Arguments that the model left open are null, or not there. */
  #argumentsKey(value: unknown): string {
    const decoded = this.#cache.decoded(value);
    return isObject(decoded) ? this.#cache.once(decoded, this.#keyOfArguments) : this.#valueKey(decoded);
  }

  /** Without wrappings, as far as they go: `[{type: "text", text}]`, `{type, value}`, `{output}`. */
  #plain(value: unknown, levels: number): unknown {
    const decoded = this.#cache.decoded(value);
    if (levels === 0) return decoded;
    if (Array.isArray(decoded)) return decoded.length === 1 ? this.#plain(decoded[0], levels - 1) : decoded;
    if (!isObject(decoded)) return decoded;
    const keys = Object.keys(decoded);
    const [only] = keys;
    if (typeof decoded['text'] === 'string' && (keys.length === 1 || decoded['type'] === 'text'))
      return this.#plain(decoded['text'], levels - 1);
    if (keys.length === 2 && 'type' in decoded && 'value' in decoded)
      return this.#plain(decoded['value'], levels - 1);
    const isWrapper = keys.length === 1 && only !== undefined && WRAPPERS.has(only);
    return isWrapper ? this.#plain(decoded[only], levels - 1) : decoded;
  }

  #number(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) this.#numbers.set(text, (number = this.#numbers.size));
    return number;
  }
}

const wordsOf = (part: MessagePart): string | undefined =>
  part.type === 'text' ? part.content : refusalOf(part);

const thoughtOf = (part: MessagePart): string =>
  part.type === 'reasoning' ? part.content : part.type === 'data' ? canonicalJson(part.content) : '';

const withoutNulls = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, own]) => own !== null));

const WRAPPERS = new Set(['output', 'result', 'content', 'json', 'response']);
