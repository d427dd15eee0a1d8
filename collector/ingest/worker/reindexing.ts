import type { Origin } from '../../decode/export-request.ts';
import { errorStack } from '../../lib/error-message.ts';
import type { DueSpans, Reextraction } from '../../store/reextraction/reextraction.ts';
import type { SpanRow } from '../../store/rows/span-row.ts';
import type { Writer } from '../../store/writing/writer.ts';
import type { CommandDone, ReindexCommand } from '../jobs.ts';
import { SteppedWork } from './stepped-work.ts';

/** The stored bytes of a span with those that it was sent under. */
type RawRecord = NonNullable<DueSpans['spans'][number]['raw']>;

export interface ReindexingOptions {
  readonly writer: Pick<Writer, 'reextract'>;
  /** The row of a stored span as it is made now. Throws where its bytes can't be read. */
  readonly extract: (span: Buffer, origin: Origin) => SpanRow;
  readonly originOf: (resource: RawRecord['resource'], scope: RawRecord['scope']) => Origin;
  readonly lastTrace: () => number;
  readonly onDone: (done: CommandDone, failure: Error | null) => void;
  /** Called after the commits of a command: so much of these projects is not as it was that it is to be read again. */
  readonly onChanged: (projectIds: readonly string[]) => void;
  readonly now?: () => number;
}

interface Waiting {
  readonly id: number;
  readonly command: ReindexCommand;
  /**
   * The last trace whose spans are still to be marked as due; null when all are marked, undefined before the first transaction,
   * which looks it up.
   */
  markTo: number | null | undefined;
  spans: number;
  unreadable: number;
  readonly changed: Set<string>;
}

/**
 * Extracts spans of older versions anew. A span that can't be read stays as it is and counts as done; a command that fails is
 * answered so.
 */
export class Reindexing extends SteppedWork<Waiting> {
  readonly #options: ReindexingOptions;
  #origin: { readonly resource: object; readonly scope: object; readonly origin: Origin } | undefined;
  /** Why the first span of the command whose bytes are there could not be read. */
  #failure: string | undefined;

  constructor(options: ReindexingOptions) {
    super(options.now);
    this.#options = options;
  }

  add(id: number, command: ReindexCommand): void {
    // Nothing is read here, while jobs are taken: where the database fails, the command is to fail and not the thread.
    this.wait({
      id,
      command,
      markTo: command.all ? undefined : null,
      spans: 0,
      unreadable: 0,
      changed: new Set(),
    });
  }

  /** Counts beside the command, so that a transaction that fails has counted nothing. */
  protected work(task: Waiting, hasTime: () => boolean): boolean {
    const { isDone, counts } = this.#options.writer.reextract((reextraction) =>
      this.#reextract(reextraction, task, hasTime),
    );
    Object.assign(task, counts);
    return isDone;
  }

  #reextract(
    reextraction: Reextraction,
    { command, markTo = this.#options.lastTrace(), spans, unreadable, changed }: Waiting,
    hasTime: () => boolean,
  ): { isDone: boolean; counts: Pick<Waiting, 'markTo' | 'spans' | 'unreadable'> } {
    const counts = { markTo, spans, unreadable };
    do {
      if (counts.markTo !== null) {
        if (!reextraction.markSome(counts.markTo)) counts.markTo = null;
        continue;
      }
      if (counts.spans >= command.maxSpans) return { isDone: true, counts };
      const due = reextraction.next();
      if (due === null) return { isDone: true, counts };
      counts.unreadable += this.#extractAll(reextraction, due);
      counts.spans += due.spans.length;
      if (reextraction.end(due)) changed.add(due.trace.project_id);
    } while (hasTime());
    return { isDone: false, counts };
  }

  /** Answers how many could not be read. */
  #extractAll(reextraction: Reextraction, due: DueSpans): number {
    let unreadable = 0;
    for (const span of due.spans) {
      const row = span.raw && this.#rowOf(span.raw);
      if (row === null) unreadable++;
      else reextraction.replace(due, span, row);
    }
    return unreadable;
  }

  #rowOf({ bytes, resource, scope }: RawRecord): SpanRow | null {
    try {
      if (this.#origin?.resource !== resource || this.#origin.scope !== scope)
        this.#origin = { resource, scope, origin: this.#options.originOf(resource, scope) };
      return this.#options.extract(bytes, this.#origin.origin);
    } catch (error) {
      // Damaged bytes, or a fault of the reader: what was once read from them is all that there is.
      this.#failure ??= errorStack(error);
      return null;
    }
  }

  protected end({ id, spans, unreadable, changed }: Waiting, failure: Error | null): void {
    const why = unreadable === 0 ? null : (this.#failure ?? 'their bytes are damaged or missing');
    this.#origin = undefined;
    this.#failure = undefined;
    this.#options.onChanged([...changed]);
    this.#options.onDone(
      { id, ok: failure === null, found: spans, reindexed: { spans, unreadable, why } },
      failure,
    );
  }
}
