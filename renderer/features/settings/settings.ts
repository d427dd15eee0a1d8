/** Settings with where each came from, whoever keeps them. */
export type ShownSettings = {
  readonly settings: object;
  readonly sources: Readonly<Record<string, string>>;
  readonly changeable: readonly string[];
  readonly file: string | null;
};

/** Where a setting's value came from, in words. */
export type Origin = {
  readonly kind: 'default' | 'file' | 'environment' | 'command line' | 'request';
  readonly label: string;
  /** The file or the variable. */
  readonly detail: string | null;
};

const VARIABLE = /^environment variable (.+)$/;

/** Reads what the API says of a setting's source. */
export function readOrigin(source: string | undefined): Origin {
  if (source === undefined || source === 'default') {
    return { kind: 'default', label: 'Default', detail: null };
  }
  if (source === 'command line') return { kind: 'command line', label: 'Command line', detail: null };
  if (source === 'request') return { kind: 'request', label: 'Changed here, until the stop', detail: null };
  const variable = VARIABLE.exec(source)?.[1];
  if (variable !== undefined) return { kind: 'environment', label: 'Environment', detail: variable };
  return { kind: 'file', label: 'File', detail: source };
}

/**
 * What keeps a setting from being changed here: a variable or a flag, which go before every file, or that it is read at the
 * start alone. Null where nothing does.
 */
export type Hold = 'variable' | 'flag' | 'start';

export function holdOf(key: string, settings: ShownSettings): Hold | null {
  const { kind } = readOrigin(settings.sources[key]);
  if (kind === 'environment') return 'variable';
  if (kind === 'command line') return 'flag';
  return settings.changeable.includes(key) ? null : 'start';
}

/** What lies at a dotted key. */
export function settingAt(settings: object, key: string): unknown {
  let place: unknown = settings;
  for (const name of key.split('.')) {
    if (typeof place !== 'object' || place === null) return undefined;
    place = Reflect.get(place, name);
  }
  return place;
}

/** How a value is written in a text field: nothing for null, a line each for a list. */
export function fieldText(value: unknown): string {
  return Array.isArray(value) ? value.map(plainText).join('\n') : plainText(value);
}

/** A plain value in words; nothing for null. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export type FieldKind = 'text' | 'number' | 'list';

/**
 * The value that a field's text stands for; null for an empty number. What is no number stays text: the collector says
 * what it expects.
 */
export function fieldValue(kind: FieldKind, text: string): unknown {
  if (kind === 'list')
    return text
      .split(/[\n,]/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
  const trimmed = text.trim();
  if (kind === 'text') return trimmed;
  if (trimmed === '') return null;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : trimmed;
}
