/** What lists show of the messages of a span. */
export interface Previews {
  readonly inputPreview: string | null;
  readonly outputPreview: string | null;
}

export const NO_PREVIEWS: Previews = { inputPreview: null, outputPreview: null };

/** What a span's row says of its previews: as `preview_at` where its chunk has them, else as text. */
export interface PreviewPlace {
  readonly chunk: number;
  readonly preview_at: number | null;
  readonly input_preview: string | null;
  readonly output_preview: string | null;
}
export const PREVIEW_PLACE = 'spans.chunk, spans.preview_at, spans.input_preview, spans.output_preview';

const INPUT = 1;
const OUTPUT = 2;
/** A place is the offset of an entry times this, plus the bits of the previews that it has. */
const STEP = 4;
/** The length of a text, before its bytes. */
const HEAD = 4;
const USUAL_BYTES = 32 * 1024;

/** The previews of one chunk's spans on their way into it. */
export class PreviewSheet {
  #bytes = Buffer.allocUnsafe(USUAL_BYTES);
  #size = 0;

  /** Answers the place; null where there is nothing to keep. */
  add({ inputPreview, outputPreview }: Previews): number | null {
    if (inputPreview === null && outputPreview === null) return null;
    const place =
      this.#size * STEP + (inputPreview === null ? 0 : INPUT) + (outputPreview === null ? 0 : OUTPUT);
    if (inputPreview !== null) this.#write(inputPreview);
    if (outputPreview !== null) this.#write(outputPreview);
    return place;
  }

  #write(text: string): void {
    const most = this.#size + HEAD + text.length * 3;
    if (most > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(most, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
    const length = this.#bytes.write(text, this.#size + HEAD);
    this.#bytes.writeUInt32LE(length, this.#size);
    this.#size += HEAD + length;
  }

  /** A view of what has been added. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  clear(): void {
    this.#size = 0;
  }
}

/** Told by the place alone, without reading the sheet. */
export const hasInput = (place: number): boolean => (place & INPUT) !== 0;
export const hasOutput = (place: number): boolean => (place & OUTPUT) !== 0;

/** What stands at a place of a sheet; nothing where the sheet is too short. */
export function previewsAt(sheet: Buffer, place: number): Previews {
  const start = Math.floor(place / STEP);
  const input = hasInput(place) ? textAt(sheet, start) : undefined;
  const output = hasOutput(place) ? textAt(sheet, input?.end ?? start) : undefined;
  return { inputPreview: input?.text ?? null, outputPreview: output?.text ?? null };
}

function textAt(sheet: Buffer, start: number): { readonly text: string; readonly end: number } | undefined {
  if (start + HEAD > sheet.length) return undefined;
  const end = start + HEAD + sheet.readUInt32LE(start);
  return end > sheet.length ? undefined : { text: sheet.toString('utf8', start + HEAD, end), end };
}

/** A sheet of the same size with zeros for all but the entries at `places`, so that these places stay valid. */
export function keepOnly(sheet: Buffer, places: readonly number[]): Buffer {
  const kept = Buffer.alloc(sheet.length);
  for (const place of places) {
    let at = Math.floor(place / STEP);
    for (const has of [hasInput(place), hasOutput(place)]) {
      const end = has ? textAt(sheet, at)?.end : undefined;
      if (end === undefined) continue;
      sheet.copy(kept, at, at, end);
      at = end;
    }
  }
  return kept;
}
