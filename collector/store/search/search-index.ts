import type { WritableDatabase } from '../file/database.ts';
import type { DeletedWords } from './deleted-words.ts';
import { decodeHashes, encodeHashes } from './search-hashes.ts';
import { joinTexts, type SearchEntry } from './search-text.ts';

/** Texts that are taken away in a few milliseconds. */
const TEXTS_A_STEP = 500;

/**
 * The writing side of search, in the writer's transactions. Commits only put spans into the queue; what they are found by
 * comes later, through `index`. Each text is indexed once a trace, with the span that was the first to carry it.
 */
export class SearchIndex {
  readonly #deleted: DeletedWords;
  readonly #queueNew;
  readonly #queueAgain;
  readonly #queueOne;
  readonly #saveWaiting;
  readonly #dropWaiting;
  readonly #unqueue;
  readonly #ticketOf;
  readonly #queueTrace;
  readonly #moveSpan;
  readonly #hashesOf;
  readonly #saveSpan;
  readonly #deleteSpan;
  readonly #insertWords;
  readonly #deleteWords;
  readonly #addText;
  readonly #shareText;
  readonly #takeText;
  readonly #deleteTexts;
  /** Begins at the clock, so that no ticket is ever given again. */
  #ticket = Date.now() * 1000;

  /** The first span of this transaction that is to be put into the queue: with it all that have been stored since. */
  #firstNew: number | null = null;
  /** How many more spans wait than before this transaction. */
  #waiting = 0;

  constructor(database: WritableDatabase, deleted: DeletedWords) {
    this.#deleted = deleted;
    this.#queueNew = database.prepare(
      'INSERT OR IGNORE INTO search_queue (ticket, span) SELECT ?, id FROM spans WHERE id >= ?',
    );
    this.#queueAgain = database.prepare('UPDATE search_queue SET ticket = ? WHERE span = ?');
    this.#queueOne = database.prepare('INSERT INTO search_queue (ticket, span) VALUES (?, ?)');
    this.#saveWaiting = database.prepare(
      `INSERT INTO search_waiting (id, spans) VALUES (1, ?)
       ON CONFLICT DO UPDATE SET spans = spans + excluded.spans`,
    );
    this.#dropWaiting = database.prepare('DELETE FROM search_waiting WHERE spans = 0');
    this.#unqueue = database.prepare('DELETE FROM search_queue WHERE span = ?');
    this.#ticketOf = database
      .prepare<[number], number>('SELECT ticket FROM search_queue WHERE span = ?')
      .pluck();
    this.#queueTrace = database.prepare(
      'INSERT OR IGNORE INTO search_queue (ticket, span) SELECT ?, id FROM spans WHERE trace = ? AND id <> ?',
    );
    this.#moveSpan = database.prepare('UPDATE search_spans SET span = ? WHERE span = ?');
    this.#hashesOf = database
      .prepare<[number], Buffer>('SELECT texts FROM search_spans WHERE span = ?')
      .pluck();
    this.#saveSpan = database.prepare(
      'INSERT OR REPLACE INTO search_spans (span, trace, texts) VALUES (?, ?, ?)',
    );
    this.#deleteSpan = database.prepare('DELETE FROM search_spans WHERE span = ?');
    this.#insertWords = database.prepare('INSERT INTO search (rowid, text) VALUES (?, ?)');
    this.#deleteWords = database.prepare('DELETE FROM search WHERE rowid = ?');
    this.#addText = database.prepare(
      'INSERT OR IGNORE INTO search_texts (trace, hash, is_shared) VALUES (?, ?, 0)',
    );
    this.#shareText = database.prepare('UPDATE search_texts SET is_shared = 1 WHERE trace = ? AND hash = ?');
    this.#takeText = database
      .prepare<[number, number], number>(
        'DELETE FROM search_texts WHERE trace = ? AND hash = ? RETURNING is_shared',
      )
      .pluck();
    this.#deleteTexts = database.prepare(
      'DELETE FROM search_texts WHERE trace = ? AND hash IN (SELECT hash FROM search_texts WHERE trace = ? LIMIT ?)',
    );
  }

  /** After a rollback. */
  reset(): void {
    this.#firstNew = null;
    this.#waiting = 0;
  }

  /** The span with this row id is new, and its id above all others. In the table after `flush`. */
  enqueue(span: number): void {
    this.#firstNew ??= span;
  }

  #queueNewOnes(): void {
    if (this.#firstNew === null) return;
    this.#waiting += this.#queueNew.run(this.#ticket++, this.#firstNew).changes;
    this.#firstNew = null;
  }

  /** A stored span says something else than it did: it may wait already. */
  enqueueAgain(span: number): void {
    this.#queueNewOnes();
    const ticket = this.#ticket++;
    if (this.#queueAgain.run(ticket, span).changes === 0)
      this.#waiting += this.#queueOne.run(ticket, span).changes;
  }

  #unqueueOne(span: number): void {
    this.#waiting -= this.#unqueue.run(span).changes;
  }

  /** Writes what is to wait, and how many wait now. */
  flush(): void {
    this.#queueNewOnes();
    if (this.#waiting === 0) return;
    this.#saveWaiting.run(this.#waiting);
    this.#dropWaiting.run();
    this.#waiting = 0;
  }

  /**
   * A span has taken another's place, maybe under the same id. The words of the old one go with this transaction. What it told first
   * is remembered with the new one, which may not tell all of it.
   */
  replace(old: number, span: number): void {
    this.#queueNewOnes();
    this.#unqueueOne(old);
    if (this.#moveSpan.run(span, old).changes > 0) this.#deleted.add(old);
  }

  /** The span is deleted, with its whole trace. */
  removeSpan(span: number): void {
    this.#unqueueOne(span);
    if (this.#deleteSpan.run(span).changes > 0) this.#deleted.add(span);
  }

  /** The span goes, its trace stays: what it was the first to tell is told by others that carry it, too. */
  dropSpan(trace: number, span: number): void {
    this.#queueNewOnes();
    const hashes = this.#hashesOf.get(span);
    this.removeSpan(span);
    if (hashes !== undefined) this.#loseTexts(trace, decodeHashes(hashes), span);
  }

  /** Forgets some of the texts of a trace whose spans are gone; false when there was none left. */
  removeTexts(trace: number): boolean {
    return this.#deleteTexts.run(trace, trace, TEXTS_A_STEP).changes > 0;
  }

  /** Makes a span found by what was read of it; false where it has changed since, and is to be read again. */
  index({ span, trace, ticket, names, texts }: SearchEntry): boolean {
    if (this.#ticketOf.get(span) !== ticket) return false;
    const before = this.#hashesOf.get(span);
    const told = new Set(before === undefined ? [] : decodeHashes(before));
    const tells: number[] = [];
    const words = [...names];
    for (const [hash, text] of texts) {
      const isOwn = text !== null && (told.has(hash) || this.#addText.run(trace, hash).changes > 0);
      if (isOwn) {
        tells.push(hash);
        words.push(text);
      }
      // Whoever had the text has lost it since this was read.
      else if (this.#shareText.run(trace, hash).changes === 0) return this.#forget(trace, tells, told);
    }
    for (const hash of tells) told.delete(hash);
    this.#loseTexts(trace, told, span);
    if (before !== undefined) this.#deleteWords.run(span);
    this.#insertWords.run(span, joinTexts(words));
    this.#saveSpan.run(span, trace, encodeHashes(tells));
    this.#unqueueOne(span);
    return true;
  }

  #forget(trace: number, tells: readonly number[], told: ReadonlySet<number>): false {
    for (const hash of tells) if (!told.has(hash)) this.#takeText.get(trace, hash);
    return false;
  }

  /** Texts that their span no longer carries go; where others carry them, one of those tells them from now on. */
  #loseTexts(trace: number, hashes: Iterable<number>, span: number): void {
    let isMissed = false;
    for (const hash of hashes) if (this.#takeText.get(trace, hash) === 1) isMissed = true;
    if (!isMissed) return;
    // Those that wait already and were read as it was told before are refused by `index`.
    this.#waiting += this.#queueTrace.run(this.#ticket++, trace, span).changes;
  }
}
