import { formatBytes, formatCompact, formatCount, formatDuration, formatTick } from '../../lib/format.ts';
import { firstLine } from '../../lib/text.ts';
import { durationStep, type ValueAxis } from '../../lib/value-axis.ts';

const TO_MS: ReadonlyMap<string, number> = new Map([
  ['s', 1000],
  ['ms', 1],
  ['us', 0.001],
  ['µs', 0.001],
  ['ns', 0.000_001],
]);

/** What UCUM writes otherwise than people do. */
const WRITTEN: ReadonlyMap<string, string> = new Map([
  ['Cel', '°C'],
  ['kBy', 'kB'],
  ['MBy', 'MB'],
  ['GBy', 'GB'],
  ['KiBy', 'KiB'],
  ['MiBy', 'MiB'],
  ['GiBy', 'GiB'],
]);

/** A value with its unit (UCUM, as OpenTelemetry has it): times and bytes as people read them, the rest as it is. */
export function formatMetric(value: number, unit: string): string {
  if (value < 0) return `−${formatMetric(-value, unit)}`;
  const factor = TO_MS.get(unit);
  if (factor !== undefined && Number.isFinite(value)) return formatTime(value * factor);
  if (unit === 'By') return formatBytes(value);
  if (unit === 'By/s') return formatByteRate(value);
  const text = formatNumber(value);
  if (unit === '1' || unit === '') return text;
  if (unit === '%') return `${text} %`;
  return `${text} ${unitLabel(unit, value)}`;
}

/** The axis for values of a unit: short ones stand at each label, others above them. */
export function metricAxis(unit: string): ValueAxis {
  const factor = TO_MS.get(unit);
  if (factor !== undefined) {
    return {
      label: signed((value) =>
        value * factor >= 0.01 ? formatTick(value * factor) : formatTime(value * factor),
      ),
      stepOf: (least) => durationStep(least * factor) / factor,
    };
  }
  if (unit === 'By') return { label: signed(formatBytes) };
  if (unit === 'By/s') return { label: signed(formatByteRate) };
  if (unit === '%') return { label: (value) => `${formatAxisNumber(value)} %` };
  return { label: formatAxisNumber, unit: unit === '1' || unit === '' ? undefined : unitLabel(unit, 2) };
}

function signed(format: (value: number) => string): (value: number) => string {
  return (value) => (value < 0 ? `−${format(-value)}` : format(value));
}

function formatAxisNumber(value: number): string {
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-4 || size >= 1e15) ? value.toExponential() : formatCompact(value);
}

/** Rates are fractions of a byte as well. */
function formatByteRate(value: number): string {
  return value < 999.5 ? `${formatNumber(value)} B/s` : `${formatBytes(value)}/s`;
}

/** `{token}` is an annotation: what is counted, and of more than one thing there are several. */
/** Its own column tells the rest of what is no unit: behind each value it would run out of its place. */
const MOST_OF_UNIT = 24;

function unitLabel(unit: string, value: number): string {
  const text = WRITTEN.get(unit) ?? firstLine(unit.replace(/[{}]/g, ''), MOST_OF_UNIT);
  return /^\{[a-z_ -]*[a-z]\}$/i.test(unit) && value !== 1 ? pluralOf(text) : text;
}

/** Of a word as units name what they count: `request`, `query`, `process`; what is a plural already stays one. */
function pluralOf(word: string): string {
  if (/[^s]s$/.test(word)) return word;
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** As a duration, but shorter ones are told apart, as far as their digits tell. */
function formatTime(ms: number): string {
  if (ms === 0) return '0';
  if (ms >= 0.01) return formatDuration(ms);
  return ms >= 0.001 ? `${formatNumber(ms * 1000)} µs` : `${formatNumber(ms * 1_000_000)} ns`;
}

/** Four telling digits, large numbers grouped. */
function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return formatCount(value);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e15)) return value.toExponential(2);
  const telling = Number(value.toPrecision(4));
  return size >= 1000 ? formatCount(telling) : String(telling);
}
