import type { AttributeValue } from '../../decode/records.ts';
import type { SpanSketch } from '../../extract/fixtures/span-input.ts';

/** Words of people and models: sentences, or what has a space between letters. No name, id, type or address. */
const isProse = (text: string): boolean =>
  /\p{L}[.!?,:]?\s+\p{L}|^\p{L}+[.!?]$|^(Hi|Hello|Yes|No|Sunny)$/u.test(text);

type Values = Readonly<Record<string, AttributeValue>>;

/** Where in a span the texts stand: an attribute's key, `event <name> <key>`, `log <name> <key or body>`. */
export type Places = ReadonlyMap<string, ReadonlySet<string>>;

/** Every prose text that a span holds, also within JSON text, with the places that hold it. */
export function proseOf(span: SpanSketch): Places {
  const places = new Map<string, Set<string>>();
  eachValue(span, (value, place) => {
    for (const text of textsIn(value)) {
      const known = places.get(text) ?? new Set<string>();
      places.set(text, known.add(place));
    }
    return value;
  });
  return places;
}

/** The span with these texts in place of others, wherever they stand; JSON text stays as it was written. */
export function replaceTexts(span: SpanSketch, texts: ReadonlyMap<string, string>): SpanSketch {
  // Longer ones first: a text may be a piece of another.
  const pairs = [...texts].sort(([a], [b]) => b.length - a.length);
  return eachValue(span, (value) => replaceIn(value, pairs));
}

function eachValue(
  span: SpanSketch,
  change: (value: AttributeValue, place: string) => AttributeValue,
): SpanSketch {
  const all = (values: Values | undefined, where: string): Values =>
    Object.fromEntries(
      Object.entries(values ?? {}).map(([key, value]) => [key, change(value, `${where}${key}`)]),
    );
  return {
    ...span,
    attributes: all(span.attributes, ''),
    events: (span.events ?? []).map((event) => ({
      ...event,
      attributes: all(event.attributes, `event ${event.name} `),
    })),
    logs: (span.logs ?? []).map((log) => ({
      ...log,
      ...(log.body === undefined ? {} : { body: change(log.body, `log ${log.name} body`) }),
      attributes: all(log.attributes, `log ${log.name} `),
    })),
  };
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    const parsed = parse(value);
    if (parsed !== undefined) return textsIn(parsed);
    return isProse(value) ? [value] : [];
  }
  if (value instanceof Uint8Array) return [];
  if (value instanceof Map) return [...value.values()].flatMap(textsIn);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function parse(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** As it stands inside JSON text, and inside that of JSON text. */
function forms(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1);
  return [JSON.stringify(once).slice(1, -1), once, text];
}

function replaceIn(value: AttributeValue, pairs: readonly (readonly [string, string])[]): AttributeValue {
  if (typeof value === 'string') {
    let changed = value;
    for (const [from, to] of pairs)
      for (const form of new Set(forms(from))) changed = changed.replaceAll(form, () => to);
    return changed;
  }
  if (Array.isArray(value)) return value.map((item: AttributeValue) => replaceIn(item, pairs));
  if (value instanceof Map)
    return new Map([...value].map(([key, item]: [string, AttributeValue]) => [key, replaceIn(item, pairs)]));
  return value;
}
