import type { AttributeValue, Attributes } from '../../decode/records.ts';

/** A tree of attributes whose keys were one path each: `a.0.b` is `a` > `0` > `b`. */
export type Flattened = ReadonlyMap<string, AttributeValue>;

type Tree = Map<string, AttributeValue>;

/** One numbered entry of a flattened list: its keys (from the number on) and values, in the order of the span. */
export interface FlattenedEntry {
  readonly keys: readonly string[];
  readonly values: readonly AttributeValue[];
}

/** The entries of the list below `prefix` (which ends in a dot), in the order of their numbers; gaps close. */
export function entriesOf(attributes: Attributes, prefix: string): readonly FlattenedEntry[] {
  const entries = new Map<number, { keys: string[]; values: AttributeValue[] }>();
  for (const key of attributes.keys()) {
    if (!key.startsWith(prefix)) continue;
    const index = Number.parseInt(key.slice(prefix.length), 10);
    const value = attributes.get(key);
    if (!(index >= 0) || value === undefined) continue;
    const entry = entries.get(index);
    if (entry === undefined) entries.set(index, { keys: [key], values: [value] });
    else {
      entry.keys.push(key);
      entry.values.push(value);
    }
  }
  return [...entries].toSorted(([a], [b]) => a - b).map(([, entry]) => entry);
}

/**
 * The entries of a list of messages, but for what is left of the first where others have roles and it has none: where a span
 * has too many attributes, OpenTelemetry's Python drops the oldest, which are the list's first.
 */
export function messageEntriesOf(attributes: Attributes, prefix: string): readonly FlattenedEntry[] {
  const [first, ...rest] = entriesOf(attributes, prefix);
  if (first === undefined) return [];
  const isRemnant = !isFirst(first, prefix) && !hasRole(first) && rest.some(hasRole);
  return isRemnant ? rest : [first, ...rest];
}

const isFirst = ({ keys }: FlattenedEntry, prefix: string): boolean =>
  keys.some((key) => key.startsWith(`${prefix}0.`));

const hasRole = ({ keys }: FlattenedEntry): boolean => keys.some((key) => key.endsWith('.role'));

/** True for entries with the same keys and values: histories repeat theirs from span to span. */
export function isSameEntry(a: FlattenedEntry, b: FlattenedEntry): boolean {
  return (
    a.keys.length === b.keys.length &&
    a.keys.every((key, index) => key === b.keys[index] && a.values[index] === b.values[index])
  );
}

/** What an entry holds, without its number. */
export function treeOf({ keys, values }: FlattenedEntry, prefix: string): Flattened {
  const root: Tree = new Map();
  keys.forEach((key, index) => {
    const [, ...path] = key.slice(prefix.length).split('.');
    if (path.length > 0) insert(root, path, values[index] ?? null);
  });
  return root;
}

function insert(root: Tree, path: readonly string[], value: AttributeValue): void {
  let node = root;
  for (const step of path.slice(0, -1)) {
    let next = node.get(step);
    if (!(next instanceof Map)) node.set(step, (next = new Map()));
    node = next as Tree;
  }
  const last = path.at(-1) ?? '';
  if (!(node.get(last) instanceof Map)) node.set(last, value);
}

/** The tree's numbered branches in the order of their numbers; gaps close. */
export function branches(tree: AttributeValue | undefined): readonly Flattened[] {
  if (!(tree instanceof Map)) return [];
  return [...(tree as Flattened)]
    .filter(([key, value]) => /^\d+$/.test(key) && value instanceof Map)
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([, value]) => value as Flattened);
}

/** What stands at the end of a path below `tree`. */
export function leaf(tree: AttributeValue | undefined, ...path: readonly string[]) {
  let node: AttributeValue | undefined = tree;
  for (const step of path) {
    if (!(node instanceof Map)) return undefined;
    node = (node as Flattened).get(step);
  }
  return node;
}

export function textLeaf(tree: Flattened | undefined, ...path: readonly string[]): string | undefined {
  const value = leaf(tree, ...path);
  return typeof value === 'string' ? value : undefined;
}
