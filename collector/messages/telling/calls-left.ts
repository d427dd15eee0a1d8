import type { Atom } from './atoms.ts';

/** An entry of the ledger. */
interface Called {
  readonly atom: Atom;
  readonly traceId: string;
}

/**
 * How many calls a tool's span looks at that are like its own in all but one thing: a program may repeat one call for ever,
 * with as many spans that ran none of these.
 */
const MOST_LOOKED_AT = 1024;

/** Calls that no span ran yet, by what the span of a tool knows of its call; each list in the order of telling. */
export class CallsLeft<Call extends Called> {
  readonly #lists = new Map<string, Set<Call>>();

  add(entry: Call): void {
    for (const list of listsOf(entry)) {
      const entries = this.#lists.get(list);
      if (entries === undefined) this.#lists.set(list, new Set([entry]));
      else entries.add(entry);
    }
  }

  delete(entry: Call): void {
    for (const list of listsOf(entry)) this.#lists.get(list)?.delete(entry);
  }

  /** The first call with this id that `is` the one, of the trace where one is named, else of any. */
  withId(id: string, is: IsIt<Call>, traceId = ''): Call | undefined {
    return this.#find(`id|${traceId}|${id}`, is);
  }

  /** The first call that says this and `is` the one, of the trace where one is named, else of any. */
  saying(key: number, is: IsIt<Call>, traceId = ''): Call | undefined {
    return this.#find(`key|${traceId}|${key}`, is);
  }

  /** The first call of a tool that `is` the one, of the trace where one is named, else of any. */
  of(name: string, is: IsIt<Call>, traceId = ''): Call | undefined {
    return this.#find(`name|${traceId}|${name}`, is);
  }

  /** The first of a trace's calls of a tool that came without an id and `is` the one. */
  nameless(name: string, traceId: string, is: IsIt<Call>): Call | undefined {
    return this.#find(`nameless|${traceId}|${name}`, is);
  }

  /** The first of a trace's calls, of whatever tool, that `is` the one. */
  inTrace(traceId: string, is: IsIt<Call>): Call | undefined {
    return this.#find(`trace|${traceId}`, is);
  }

  #find(list: string, is: IsIt<Call>): Call | undefined {
    let looks = 0;
    for (const entry of this.#lists.get(list) ?? []) {
      if (is(entry)) return entry;
      if (++looks === MOST_LOOKED_AT) break;
    }
    return undefined;
  }
}

type IsIt<Call> = (entry: Call) => boolean;

function listsOf({ atom, traceId }: Called): readonly string[] {
  const name = toolOf(atom);
  const ofKey = [
    `trace|${traceId}`,
    `key|${traceId}|${atom.key}`,
    `key||${atom.key}`,
    `name|${traceId}|${name}`,
    `name||${name}`,
  ];
  return atom.id === null
    ? [...ofKey, `nameless|${traceId}|${name}`]
    : [...ofKey, `id|${traceId}|${atom.id}`, `id||${atom.id}`];
}

const toolOf = ({ parts: [part] }: Atom): string => (part?.type === 'tool_call' ? part.name : '');
