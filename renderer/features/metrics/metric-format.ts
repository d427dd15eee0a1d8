import { formatBytes, formatCount, formatDuration } from '../../lib/format.ts';
import { showHidden } from '../../lib/text.ts';

const TO_MS: Readonly<Record<string, number>> = { s: 1000, ms: 1, us: 0.001, µs: 0.001, ns: 0.000_001 };

/** A value with its unit (UCUM, as OpenTelemetry has it): times and bytes as people read them, the rest as it is. */
export function formatMetric(value: number, unit: string): string {
  if (value < 0) return `−${formatMetric(-value, unit)}`;
  const factor = TO_MS[unit];
  if (factor !== undefined && Number.isFinite(value)) return formatTime(value * factor);
  if (unit === 'By') return formatBytes(value);
  const text = formatNumber(value);
  if (unit === '1' || unit === '') return text;
  if (unit === '%') return `${text} %`;
  // `{token}` is an annotation: what is counted.
  return `${text} ${showHidden(unit.replace(/[{}]/g, ''))}`;
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
