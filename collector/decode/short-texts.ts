import { byteHash } from './byte-hash.ts';

/** Longer texts are not remembered. */
const MAX_BYTES = 64;
/** How many texts are remembered. */
const PLACES = 4096;

/**
 * Turns bytes into text and remembers short ones: names of models, services, sessions and users come with span after span,
 * and a string that is there already need not be made, hashed and collected again. The hash of its bytes gives a text its place,
 * where the last one stays. Only ASCII is found again, since texts are compared with bytes character by character.
 */
export class ShortTexts {
  /** Made for the first text: an idle collector has three of these. */
  #texts: string[] | undefined;

  /** The text in `[start, end)`; invalid UTF-8 shows as replacement characters. */
  read(buffer: Buffer, start: number, end: number): string {
    if (end - start > MAX_BYTES) return buffer.toString('utf8', start, end);
    const texts = (this.#texts ??= Array.from({ length: PLACES }, () => ''));
    const place = byteHash(buffer, start, end) & (PLACES - 1);
    const known = texts[place]!;
    if (isWritten(known, buffer, start, end)) return known;
    const text = buffer.toString('utf8', start, end);
    if (text.length === end - start) texts[place] = text;
    return text;
  }
}

/** Whether the bytes are the characters of `text`, one each. */
function isWritten(text: string, buffer: Buffer, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== buffer[start + i]) return false;
  return true;
}
