/** What begins, divides and ends things in JSON, and the characters in texts that would do so but for a backslash. */
const MARKS = /\\.|["{}[\]:]/g;

/** An object or a list that has not ended. */
interface Open {
  /** Before the keys in it, those that lead there, each with a dot. */
  readonly prefix: string;
  readonly isList: boolean;
  readonly keys: Set<string>;
}

/** A key, dotted, that an object of this valid JSON has twice, of which `JSON.parse` takes the last; null where there is none. */
export function repeatedKey(json: string): string | null {
  const open: Open[] = [];
  let begin: number | null = null;
  let [text, key] = ['""', ''];
  for (const { 0: mark, index } of json.matchAll(MARKS)) {
    const inner = open.at(-1);
    if (mark === '"') {
      if (begin !== null) text = json.slice(begin, index + 1);
      begin = begin === null ? index : null;
    } else if (begin !== null) continue;
    else if (mark === '{' || mark === '[') {
      const prefix = inner === undefined ? '' : inner.isList ? inner.prefix : `${key}.`;
      open.push({ prefix, isList: mark === '[', keys: new Set() });
    } else if (mark !== ':') open.pop();
    else if (inner) {
      const name = JSON.parse(text) as string;
      key = `${inner.prefix}${name}`;
      if (inner.keys.has(name)) return key;
      inner.keys.add(name);
    }
  }
  return null;
}
