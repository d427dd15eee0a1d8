import { readNumber } from './draft.ts';
import type { SpanInput } from './fields.ts';

/** A day: past that a time is a mistake of the exporter. */
const MAX_MS = 86_400_000;

/** How long the span took, in milliseconds; 0 when its end lies before its start. */
function durationMs(span: SpanInput): number {
  return Math.max(0, Number(span.endUnixNano - span.startUnixNano) / 1e6);
}

/** In milliseconds, a time within the span that the conventions give in seconds; null without one, and past a day. */
export function readSeconds(span: SpanInput, ...keys: readonly string[]): number | null {
  const value = readNumber(span.attributes, MAX_MS, ...keys);
  if (value === null) return null;
  // Strands writes milliseconds under the same names; nothing within a span takes longer than it.
  const duration = durationMs(span);
  return value * 1000 > duration + 1000 && value <= duration + 1000 ? value : millisecondsOf(value);
}

/** A time in milliseconds, to the microsecond, by the first of these keys that has one; null without one, and past a day. */
export function readMilliseconds(span: SpanInput, ...keys: readonly string[]): number | null {
  const value = readNumber(span.attributes, MAX_MS, ...keys);
  return value === null ? null : Math.round(value * 1e3) / 1e3;
}

/**
 * Milliseconds from the span's start to a moment, by the first of these keys that holds one within the span, in ISO 8601, with or
 * without JSON's quotes; null when none does.
 */
export function readMoment(span: SpanInput, ...keys: readonly string[]): number | null {
  for (const key of keys) {
    const text = span.attributes.string(key)?.replaceAll('"', '');
    const at = text === undefined ? Number.NaN : Date.parse(text);
    const waited = waitedUntil(span, at);
    if (waited !== null) return waited;
  }
  return null;
}

/** The same of a moment in milliseconds since 1970; null when it does not lie within the span. */
export function waitedUntil(span: SpanInput, at: number): number | null {
  // The moment has milliseconds, the span nanoseconds: the first token may seem to come just before the request.
  const waited = at - Number(span.startUnixNano / 1000n) / 1e3;
  return waited >= -1 && waited <= durationMs(span) + 1 ? Math.max(0, Math.round(waited * 1e3) / 1e3) : null;
}

/** Seconds in milliseconds, to the microsecond; null past a day. */
export function millisecondsOf(seconds: number): number | null {
  const milliseconds = Math.round(seconds * 1e6) / 1e3;
  return milliseconds <= MAX_MS ? milliseconds : null;
}
