// Numbers and times as people read them. Pure: the same input gives the same text, in English on every machine.

const grouped = new Intl.NumberFormat('en-US');
const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `38,416` */
export function formatCount(value: number): string {
  return grouped.format(value);
}

const POWERS = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** For an axis: `0.25`, `950`, `1.5 k`, `100 M`. */
export function formatCompact(value: number): string {
  const { rounded, power, sign } = shorten(value, 4);
  return power === 1 ? String(rounded) : `${grouped.format(rounded / power)} ${sign}`;
}

/** For a narrow column: up to `most` as it is, then `95.0 M`. Beside it all digits have to be told. */
export function formatShort(value: number, most: number): string {
  if (value <= most) return formatCount(value);
  const { rounded, power, sign } = shorten(value, 3);
  return `${(rounded / power).toPrecision(3)} ${sign}`;
}

function shorten(value: number, digits: number) {
  const rounded = Number(value.toPrecision(digits));
  const [power, sign] = POWERS.find(([least]) => Math.abs(rounded) >= least) ?? [1, ''];
  return { rounded, power, sign };
}

/** How durations below `below` are told: in steps of `stepMs`, both in milliseconds. */
type DurationForm = {
  readonly below: number;
  readonly stepMs: number;
  readonly tell: (ms: number) => string;
};

/** Each ends where its last step would be rounded to what the next one begins with. */
const DURATION_FORMS: readonly DurationForm[] = [
  { below: 0.0995, stepMs: 0.001, tell: (ms) => `${Math.max(1, Math.round(ms * 1000))} µs` },
  { below: 0.995, stepMs: 0.01, tell: (ms) => `${Number(ms.toFixed(2))} ms` },
  { below: 9.95, stepMs: 0.1, tell: (ms) => `${trimZero(ms.toFixed(1))} ms` },
  { below: 999.5, stepMs: 1, tell: (ms) => `${Math.round(ms)} ms` },
  { below: 59_995, stepMs: 10, tell: (ms) => `${(ms / 1000).toFixed(2)} s` },
  { below: 3_599_500, stepMs: 1000, tell: (ms) => inTwo(Math.round(ms / 1000), 'min', 's') },
  { below: 172_769_500, stepMs: 60_000, tell: (ms) => inTwo(minutesOf(ms), 'h', 'min') },
];
const IN_DAYS: DurationForm = {
  below: Infinity,
  stepMs: 3_600_000,
  tell: (ms) => `${Math.floor(minutesOf(ms) / 1440)} d ${Math.floor((minutesOf(ms) % 1440) / 60)} h`,
};

const formOf = (ms: number): DurationForm => DURATION_FORMS.find(({ below }) => ms < below) ?? IN_DAYS;

/** Of whole seconds, as shorter durations are rounded to them. */
const minutesOf = (ms: number): number => Math.round(Math.round(ms / 1000) / 60);

const inTwo = (count: number, unit: string, sixtieth: string): string =>
  `${Math.floor(count / 60)} ${unit} ${pad(count % 60)} ${sixtieth}`;

/**
 * `0.4 ms`, `38 ms`, `1.31 s`, `14.80 s`, `2 min 05 s`, `1 h 04 min`, `2 d 7 h`. Never below `0 ms`: a span that ends before
 * it starts took no time.
 */
export function formatDuration(durationMs: number): string {
  const ms = Math.max(0, durationMs);
  return ms === 0 ? '0 ms' : formOf(ms).tell(ms);
}

/** How long after another moment, or before it: `+1.31 s`, `−30.00 s`. */
export function formatOffset(offsetMs: number): string {
  return `${offsetMs < 0 ? '−' : '+'}${formatDuration(Math.abs(offsetMs))}`;
}

/**
 * A point of time as a duration where that tells points `stepMs` apart from each other, else with as many digits as they
 * need, from a minute on as a clock: `2.96 s`, `2.9615 s`, `72:00:04.25`.
 */
export function formatPoint(offsetMs: number, stepMs: number): string {
  // What was divided is not exact.
  if (offsetMs === 0 || stepMs >= formOf(offsetMs).stepMs * (1 - 1e-9)) return formatDuration(offsetMs);
  const digits = (unitMs: number): number => Math.max(0, -Math.floor(Math.log10(stepMs / unitMs) + 1e-9));
  if (offsetMs < 999.5) return `${offsetMs.toFixed(digits(1))} ms`;
  const seconds = (offsetMs / 1000).toFixed(digits(1000));
  if (Number(seconds) < 60) return `${seconds} s`;
  const whole = Math.floor(Number(seconds));
  const rest = seconds.slice(String(whole).length);
  return `${Math.floor(whole / 3600)}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}${rest}`;
}

/** A point of a time axis whose points lie `stepMs` apart: `0`, `250 ms`, `5 s`, `1.5 s`, `2 min`, `2.9615 s`. */
export function formatTick(offsetMs: number, stepMs = Infinity): string {
  if (offsetMs === 0) return '0';
  const text = formatPoint(offsetMs, stepMs);
  return text
    .replace(/(\.\d*?)0+ s$/, '$1 s')
    .replace('. s', ' s')
    .replace(/ (?:00 s|00 min|0 h)$/, '');
}

/** US dollars with as many digits as make it telling: `$0`, `$0.000021`, `$0.0070`, `$0.0241`, `$1.27`. */
export function formatCost(dollars: number): string {
  if (dollars === 0) return '$0';
  const size = Math.abs(dollars);
  if (size >= 1) return `$${cents.format(dollars)}`;
  if (size >= 0.01) return `$${dollars.toFixed(4)}`;
  if (size < 0.000_000_1) return '<$0.0000001';
  const digits = Math.min(8, 1 - Math.floor(Math.log10(size)));
  return `$${dollars.toFixed(digits)}`;
}

/** For a narrow column: up to `$99,999.99`, then `$1,234,567` and `$12.3 M`. */
export function formatShortCost(dollars: number): string {
  return dollars < 99_999.995 ? formatCost(dollars) : `$${formatShort(Math.round(dollars), 9_999_999)}`;
}

/** Decimal units, as disks are sold: `512 B`, `1.4 kB`, `412 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${trimZero(value.toFixed(digits))} ${units[unit]}`;
}

/** `38 spans/s`, `1 span/s`, `0.4 spans/s`, `idle`. */
export function formatRate(spansPerSecond: number): string {
  if (spansPerSecond < 0.05) return 'idle';
  const value =
    spansPerSecond < 9.95 ? trimZero(spansPerSecond.toFixed(1)) : formatCount(Math.round(spansPerSecond));
  return `${value} ${value === '1' ? 'span' : 'spans'}/s`;
}

/** `1 trace`, `2 traces`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

function trimZero(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
