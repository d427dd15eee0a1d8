import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { SchemaNode } from '../contract/schema-node.ts';

/** Settings from one place, to be laid over others. */
export interface Layer {
  readonly values: unknown;
  /** Called with the key and what is expected of it; throws. */
  refuse(problem: string): never;
  /** Why a value of the right type can't be all the same; null where it can. */
  problemOf?(key: string, value: unknown): string | null;
  /** Hears of each setting that the layer gives. */
  onSetting?(key: string): void;
}

const MAX_SHOWN = 100;

/** Lays a layer over `target`, each value checked against its schema. A list or a map is a value: it is replaced. */
export function mergeLayer(target: object, schema: TSchema, layer: Layer): void {
  mergeSection(target as Record<string, unknown>, schema, layer.values, '', layer);
}

/** The keys of all settings, dotted, in the order of the schema. */
export function settingKeys(schema: TSchema): string[] {
  const below = (node: SchemaNode, prefix: string): string[] =>
    Object.entries(node.properties ?? {}).flatMap(([name, inner]) =>
      inner.properties ? below(inner, `${prefix}${name}.`) : [`${prefix}${name}`],
    );
  return below(schema, '');
}

/** What lies at a dotted key. */
export function settingAt(settings: object, key: string): unknown {
  let value: unknown = settings;
  for (const name of key.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
  return value;
}

/** Whether the setting is text, whatever its value looks like: a directory may be called 2026. */
export function isTextSetting(schema: TSchema, path: readonly string[]): boolean {
  let node: SchemaNode | undefined = schema;
  for (const name of path) node = node?.properties?.[name];
  return node?.type === 'string';
}

function mergeSection(
  target: Record<string, unknown>,
  section: SchemaNode,
  values: unknown,
  key: string,
  layer: Layer,
): void {
  if (!isObject(values)) return layer.refuse(`${key || 'the file'} must be an object`);
  for (const [name, value] of Object.entries(values)) {
    const at = key === '' ? name : `${key}.${name}`;
    const properties = section.properties ?? {};
    const node = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (node === undefined) return layer.refuse(`unknown key ${at}: ${whatThereIs(section, key, name)}`);
    if (value === undefined) continue;
    if (node.properties) {
      mergeSection(target[name] as Record<string, unknown>, node, value, at, layer);
    } else {
      checkValue(node, value, at, layer);
      const problem = layer.problemOf?.(at, value) ?? null;
      if (problem !== null) return layer.refuse(`${at}: ${problem}`);
      target[name] = value;
      layer.onSetting?.(at);
    }
  }
}

/** Settings are told by dotted keys everywhere, so that these are tried in files too. */
function whatThereIs(section: SchemaNode, key: string, name: string): string {
  if (key === '' && settingKeys(section).includes(name)) {
    const nested = name.split('.').reduceRight((inner, part) => `{"${part}": ${inner}}`, '…');
    return `its sections are objects, as in ${nested}`;
  }
  return `${key || 'there'} ${key === '' ? 'are' : 'has'} ${Object.keys(section.properties ?? {}).join(', ')}`;
}

function checkValue(node: SchemaNode, value: unknown, key: string, layer: Layer): void {
  if (Value.Check(node as TSchema, value)) return;
  checkInside(node, value, key, layer);
  layer.refuse(`${key} must be ${expected(node)}, not ${shorten(JSON.stringify(value))}`);
}

/** The entries of a map or of a list of objects: what is wrong with one of them says more than what is wrong with all. */
function checkInside(node: SchemaNode, value: unknown, key: string, layer: Layer): void {
  const entry = Object.values(node.patternProperties ?? {})[0];
  if (entry && isObject(value))
    for (const [name, inner] of Object.entries(value)) checkValue(entry, inner, `${key}.${name}`, layer);
  if (node.items?.properties && Array.isArray(value))
    for (const [i, item] of value.entries()) checkItem(node.items, item, `${key}[${i}]`, layer);
}

/** An entry of a list of objects: what is wrong in it is said of the field that it is in. */
function checkItem(node: SchemaNode, item: unknown, key: string, layer: Layer): void {
  if (isObject(item)) {
    const { name } = item;
    const at = typeof name === 'string' ? `${key} (${shorten(JSON.stringify(name))})` : key;
    for (const [field, value] of Object.entries(item)) {
      const inner = Object.hasOwn(node.properties ?? {}, field) ? node.properties?.[field] : undefined;
      if (inner === undefined) return layer.refuse(`unknown key ${at}.${field}`);
      checkValue(inner, value, `${at}.${field}`, layer);
    }
  }
  checkValue(node, item, key, layer);
}

const shorten = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function expected(node: SchemaNode): string {
  const { type, anyOf, properties } = node;
  if (anyOf?.some((option) => option.type === 'null'))
    return `${anyOf
      .filter((option) => option.type !== 'null')
      .map(expected)
      .join(' or ')} or null`;
  if (anyOf) return `one of ${anyOf.map((option) => JSON.stringify(option.const)).join(', ')}`;
  if (properties) return expectedObject(properties, node.required ?? []);
  if (node.patternProperties) return 'an object';
  if (type === 'integer' || type === 'number') return expectedNumber(node);
  if (type === 'array') return expectedList(node);
  if (node.maxLength !== undefined) return `a string of 1 to ${node.maxLength} characters`;
  return node.minLength === undefined ? `a ${type ?? 'value'}` : 'a string that is not empty';
}

function expectedList({ items, maxItems }: SchemaNode): string {
  const most = maxItems === undefined ? '' : `at most ${maxItems} `;
  return `a list of ${most}${items?.properties ? 'objects' : 'strings'}`;
}

function expectedNumber({ type, minimum, maximum, exclusiveMinimum }: SchemaNode): string {
  const kind = type === 'integer' ? 'an integer' : 'a number';
  if (exclusiveMinimum !== undefined) return `${kind} above ${exclusiveMinimum}`;
  return maximum === undefined
    ? `${kind} of at least ${minimum ?? 0}`
    : `${kind} from ${minimum} to ${maximum}`;
}

function expectedObject(
  properties: NonNullable<SchemaNode['properties']>,
  required: readonly string[],
): string {
  const fields = Object.entries(properties).map(
    ([name, node]) => `${name} (${required.includes(name) ? '' : 'if need be, '}${expected(node)})`,
  );
  return `an object of ${fields.join(', ')}`;
}
