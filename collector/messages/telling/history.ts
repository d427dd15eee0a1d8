import { REMINDERS } from '../../contract/named-data.ts';
import { type Atom, identityOf, isSameAtom } from './atoms.ts';
import { mayBeSameCall } from './same-use.ts';
import type { PlacesLeft } from './places-left.ts';
import type { Told } from './told.ts';

/** How many later atoms are looked at for one that a history continues with. */
const LOOK_AHEAD = 256;
/** How many earlier places are tried for a history that lost a piece. */
export const WINDOW_PLACES = 32;

/** How many words and calls of a model in a row are looked through for the last call. */
const MOST_CALLS = 1024;

/** Shorter texts ("OK", "yes") come again by themselves. */
const DISTINCT_LENGTH = 40;

export interface WindowOptions {
  readonly from: number;
  /** Whether the history's beginning was found. */
  readonly isMiddle: boolean;
  /** Which nodes the history may go on at. */
  readonly left: PlacesLeft<HistoryNode>;
  /** What all searches of one history may compare, so that it takes no more than in proportion to its length. */
  readonly budget: { steps: number };
}

/** One atom of a conversation and what followed it. Where conversations fork, several things did. */
export interface HistoryNode {
  /** Replaced by fuller copies, as by one that knows its call's id (`fuller-copies.ts`). */
  atom: Atom | null;
  readonly told: Told | null;
  readonly parent: HistoryNode | null;
  /** How many were there before it. */
  readonly order: number;
  readonly children: HistoryNode[];
  /** The children that a later history may leave out: few, where a person's words are many. */
  readonly omissible: HistoryNode[];
  readonly byKey: Map<number, HistoryNode>;
  readonly byIdentity: Map<string, HistoryNode>;
  /** Answers among the children that came without the id of their call, which may be known since. */
  nameless: HistoryNode[] | null;
  /** Where histories went on that left out what followed here, by the key of what they went on with. */
  links: Map<number, HistoryNode> | null;
  /** What was found further on, as long as nothing that may be found there is new. */
  later: Map<Atom, HistoryNode | null> | null;
}

/**
 * All that was said, as a tree: a history that a later call repeats is a path from the root. Comparing along a path,
 * position by position, is what tells a repetition by a person or a model from the repetition that a history is.
 */
export class History {
  readonly root: HistoryNode = newNode(null, null, null, 0);
  #size = 1;
  readonly #places = new Map<number, HistoryNode[]>();

  get size(): number {
    return this.#size;
  }

  /** The node of `atom` after `node`: next, where a link leads, or later where a history left out what no person said. */
  find(node: HistoryNode, atom: Atom): HistoryNode | undefined {
    const link = node.links?.get(atom.key);
    const isExact = link?.atom != null && isSameAtom(link.atom, atom);
    const next = sameChildOf(node, atom) ?? (isExact ? link : undefined) ?? childOf(node, atom) ?? link;
    return next ?? (node.omissible.length === 0 ? undefined : foundLater(node, atom));
  }

  /** Lets later histories go on from `node` as one did: with `atom` at `next`. */
  link(node: HistoryNode, atom: Atom, next: HistoryNode): void {
    node.links ??= new Map();
    node.links.set(atom.key, next);
  }

  /** The node of `atom` directly after `node`. */
  next(node: HistoryNode, atom: Atom): HistoryNode | undefined {
    return childOf(node, atom);
  }

  /** Where an answer belongs whose calls its history left out: after the last call that was told from `node` on. */
  afterCalls(node: HistoryNode): HistoryNode {
    let last = node;
    let next = node.children.at(-1);
    for (let steps = 0; next?.atom?.role === 'assistant' && steps < MOST_CALLS; steps++) {
      if (next.atom.kind === 'call') last = next;
      next = next.children.at(-1);
    }
    return last;
  }

  add(parent: HistoryNode, atom: Atom, told: Told): HistoryNode {
    const node = newNode(atom, told, parent, this.#size++);
    parent.children.push(node);
    if (isOmissible(node)) parent.omissible.push(node);
    forgetLater(parent);
    if (!parent.byKey.has(atom.key)) parent.byKey.set(atom.key, node);
    const identity = identityOf(atom);
    if (identity !== null && !parent.byIdentity.has(identity)) parent.byIdentity.set(identity, node);
    if (atom.kind === 'answer' && atom.id === null) (parent.nameless ??= []).push(node);
    const places = this.#places.get(atom.key);
    if (places === undefined) this.#places.set(atom.key, [node]);
    else places.push(node);
    return node;
  }

  /** Every node that says this, the earliest first. */
  placesOf(atom: Atom): readonly HistoryNode[] {
    return this.#places.get(atom.key) ?? [];
  }

  /**
   * Where a history that lost a piece (a sliding window, a summary) goes on: the place from which most of it follows, up to
   * its own end or the conversation's. One atom alone, unless an answer that nobody gives twice was the conversation's last,
   * or a person's words alone, may be a coincidence; where the piece is missing from the middle, so may be short words in any
   * number.
   */
  findWindow(atoms: readonly Atom[], options: WindowOptions): HistoryNode | undefined {
    const first = atoms[options.from];
    if (first === undefined) return undefined;
    let best: { readonly node: HistoryNode; readonly length: number } | undefined;
    let tried = 0;
    for (const place of options.left.of(this.placesOf(first))) {
      if (tried++ === WINDOW_PLACES) break;
      const run = this.#runFrom(place, atoms, options);
      const isSure =
        run.length > 1
          ? !options.isMiddle || run.some(isDistinct)
          : isLoneAnswer(place) || isLastAnswer(place, first);
      if (isSure && run.some(isSaidByMachine) && run.length > (best?.length ?? 0))
        best = { node: place, length: run.length };
    }
    return best?.node;
  }

  /** The nodes that `atoms` follow from `place` on; none when they stop before any end, or where the budget does. */
  #runFrom(
    place: HistoryNode,
    atoms: readonly Atom[],
    { from, left, budget }: WindowOptions,
  ): readonly HistoryNode[] {
    const run = [place];
    let node = place;
    for (let index = from + 1; index < atoms.length; index++) {
      if (budget.steps-- <= 0) return [];
      const atom = atoms[index];
      const next = atom && this.find(node, atom);
      if (next === undefined || !left.has(next)) break;
      run.push((node = next));
    }
    if (from + run.length === atoms.length) return run;
    const next = node.children.findIndex((child) => left.has(child));
    budget.steps -= next === -1 ? node.children.length : next;
    return next === -1 ? run : [];
  }
}

/** Words that nobody says twice by chance. */
export function isDistinct({ atom }: HistoryNode): boolean {
  if (atom?.kind !== 'text') return atom !== null && atom.id !== null;
  return atom.parts.some((part) => part.type === 'text' && isDistinctText(part.content));
}

export const isDistinctText = (text: string): boolean => text.length >= DISTINCT_LENGTH;

/** The answer of a call that recorded nothing of what it was asked. */
function isLoneAnswer({ parent, told }: HistoryNode): boolean {
  return parent?.parent === null && told?.said.direction === 'output';
}

/** What a model said last, and nobody says twice by chance: a summary may stand before it in the next history. */
function isLastAnswer(place: HistoryNode, { id }: Atom): boolean {
  return place.told?.said.direction === 'output' && isDistinct(place) && place.atom?.id === id;
}

function newNode(
  atom: Atom | null,
  told: Told | null,
  parent: HistoryNode | null,
  order: number,
): HistoryNode {
  return {
    atom,
    told,
    parent,
    order,
    children: [],
    omissible: [],
    byKey: new Map(),
    byIdentity: new Map(),
    nameless: null,
    links: null,
    later: null,
  };
}

export function isSaidByMachine({ atom }: HistoryNode): boolean {
  return atom !== null && (atom.role === 'assistant' || atom.role === 'tool');
}

/** Some programs write instructions behind each question, as what was looked up for it, and keep none of them in the history. */
const isOmissible = (node: HistoryNode): boolean =>
  isSaidByMachine(node) || node.atom?.role === 'system' || isReminder(node);

/** What a program told the model between the person's words stands in no history of Claude Code's. */
const isReminder = ({ atom }: HistoryNode): boolean =>
  atom?.kind === 'data' && atom.parts.every((part) => part.type === 'data' && part.name === REMINDERS);

/** What says the same after `node`. Ids of answers decide. */
function sameChildOf(node: HistoryNode, atom: Atom): HistoryNode | undefined {
  const child = node.byKey.get(atom.key);
  if (child?.atom == null || atom.kind !== 'answer') return child;
  return child.atom.id !== null && child.atom.id === atom.id ? child : undefined;
}

/** Ids of calls decide only where nothing says the same and no argument another thing: some proxies count theirs from zero. */
function childOf(node: HistoryNode, atom: Atom): HistoryNode | undefined {
  const same = sameChildOf(node, atom);
  if (same !== undefined) return same;
  const identity = identityOf(atom);
  const named = identity === null ? undefined : namedChildOf(node, atom, identity);
  if (named !== undefined) return named;
  const child = node.byKey.get(atom.key);
  if (child?.atom == null || isSameAtom(child.atom, atom)) return child;
  return node.nameless?.find((other) => other.atom !== null && isSameAtom(other.atom, atom));
}

function namedChildOf(node: HistoryNode, atom: Atom, identity: string): HistoryNode | undefined {
  const named = node.byIdentity.get(identity);
  if (named?.atom == null || mayBeSameCall(named.atom, atom)) return named;
  return node.children
    .slice(-WINDOW_PLACES)
    .find(
      (other) =>
        other.atom !== null && identityOf(other.atom) === identity && mayBeSameCall(other.atom, atom),
    );
}

/** Histories repeat each other, so that the same is looked for again and again. */
function foundLater(node: HistoryNode, atom: Atom): HistoryNode | undefined {
  const known = node.later?.get(atom);
  if (known !== undefined) return known ?? undefined;
  const found = findLater(node, atom);
  node.later ??= new Map();
  node.later.set(atom, found ?? null);
  return found;
}

/**
 * Something new under `parent` may be what is found from there, and from wherever what no person said leads there, as
 * far as `findLater` looks.
 */
export function forgetLater(parent: HistoryNode): void {
  let node: HistoryNode | null = parent;
  for (let depth = 0; node !== null && depth <= LOOK_AHEAD; depth++) {
    node.later = null;
    node = isOmissible(node) ? node.parent : null;
  }
}

/** Breadth first through what no person said: a person's words are never left out of the middle. */
function findLater(node: HistoryNode, atom: Atom): HistoryNode | undefined {
  const queue = node.omissible.slice(0, LOOK_AHEAD);
  for (let index = 0; index < queue.length; index++) {
    const next = queue[index];
    if (next === undefined) return undefined;
    const found = childOf(next, atom);
    if (found !== undefined) return found;
    queue.push(...next.omissible.slice(0, LOOK_AHEAD - queue.length));
  }
  return undefined;
}
