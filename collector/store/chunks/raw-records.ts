import { ChunkReader } from './chunks.ts';
import type { AnyDatabase } from '../file/database.ts';

/** Where the raw bytes of a span or log record lie, with the ids of its resource and scope. */
export interface RawPlace {
  readonly resource: number;
  readonly scope: number;
  readonly chunk: number;
  readonly chunk_offset: number;
  readonly raw_size: number;
}

/** The stored bytes of a resource or scope. */
export interface StoredShared {
  readonly bytes: Buffer;
  readonly schema_url: string;
}

/** The bytes of one span or log record as they came, with those of its resource and scope. */
export interface RawRecord {
  readonly bytes: Buffer;
  readonly resource: StoredShared;
  readonly scope: StoredShared;
}

/** The file lacks what a row of it refers to. */
class MissingContent extends Error {
  override readonly name = 'MissingContent';
  readonly code = 'MISSING_CONTENT';

  constructor(what: string) {
    super(`${what} is missing`);
  }
}

/** The sum of their sizes. */
export const rawBytesOf = (places: readonly Pick<RawPlace, 'raw_size'>[]): number =>
  places.reduce((bytes, { raw_size }) => bytes + raw_size, 0);

/** The rows in order, in batches of at most `maxBytes` of raw bytes, or of one larger row. */
export function* inBatches<Row extends Pick<RawPlace, 'raw_size'>>(
  rows: readonly Row[],
  maxBytes: number,
): Generator<readonly Row[], void> {
  let [begin, bytes] = [0, 0];
  for (const [i, { raw_size }] of rows.entries()) {
    bytes += raw_size;
    if (bytes <= maxBytes || i === begin) continue;
    yield rows.slice(begin, i);
    [begin, bytes] = [i, raw_size];
  }
  if (begin < rows.length) yield rows.slice(begin);
}

/** The first of these batches. */
export function withinBytes<Row extends Pick<RawPlace, 'raw_size'>>(
  rows: readonly Row[],
  maxBytes: number,
): readonly Row[] {
  const [first] = inBatches(rows, maxBytes);
  return first ?? [];
}

/** Reads raw spans and log records in one read transaction. */
export class RawRecordReader {
  readonly #chunks: ChunkReader;
  readonly #resource;
  readonly #scope;

  constructor(database: AnyDatabase) {
    this.#chunks = new ChunkReader(database);
    this.#resource = database.prepare<[number], StoredShared>(
      'SELECT bytes, schema_url FROM resources WHERE id = ?',
    );
    this.#scope = database.prepare<[number], StoredShared>(
      'SELECT bytes, schema_url FROM scopes WHERE id = ?',
    );
  }

  /** Raw bytes for each place, in the order given. Throws where the file lacks what a row refers to. */
  read(places: readonly RawPlace[]): RawRecord[] {
    return this.#map(
      places,
      (raw) => raw,
      () => {},
    );
  }

  /**
   * What `make` makes of the raw bytes of each place, in the order given. It is called in the order of the file, and must keep
   * nothing of the bytes: one chunk is in memory at a time, also where that is one huge span, and in the same as the one before.
   */
  map<T>(places: readonly RawPlace[], make: (raw: RawRecord) => T): T[] {
    return this.#map(places, make, () => this.#chunks.free());
  }

  #map<T>(places: readonly RawPlace[], make: (raw: RawRecord) => T, leaveChunk: () => void): T[] {
    const resources = new Map<number, StoredShared>();
    const scopes = new Map<number, StoredShared>();
    const made: T[] = Array.from({ length: places.length });
    // By chunk, so that each is unpacked once.
    const order = places.map((_, i) => i).sort((a, b) => places[a]!.chunk - places[b]!.chunk);
    let chunk: number | undefined;
    try {
      for (const i of order) {
        const place = places[i]!;
        if (place.chunk !== chunk) leaveChunk();
        chunk = place.chunk;
        const bytes = this.#chunks.read(place.chunk, place.chunk_offset, place.raw_size);
        if (!bytes) throw new MissingContent(`chunk ${place.chunk}`);
        made[i] = make({
          bytes,
          resource: remember(resources, place.resource, () => this.#resource.get(place.resource)),
          scope: remember(scopes, place.scope, () => this.#scope.get(place.scope)),
        });
      }
      leaveChunk();
    } finally {
      // Also where one of them is damaged: by the next read its neighbours may hold something else.
      this.#chunks.clear();
    }
    return made;
  }

  /** The resource and scope that items were sent under. Throws where the file lacks one. */
  shared({ resource, scope }: Pick<RawPlace, 'resource' | 'scope'>): Pick<RawRecord, 'resource' | 'scope'> {
    return {
      resource: remember(new Map(), resource, () => this.#resource.get(resource)),
      scope: remember(new Map(), scope, () => this.#scope.get(scope)),
    };
  }
}

function remember(
  known: Map<number, StoredShared>,
  id: number,
  read: () => StoredShared | undefined,
): StoredShared {
  const found = known.get(id) ?? read();
  if (!found) throw new MissingContent(`resource or scope ${id}`);
  known.set(id, found);
  return found;
}
