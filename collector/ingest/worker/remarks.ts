import {
  contentSwitchOf,
  type ContentSwitch,
  promptSwitchOf,
  promptSwitchOfLog,
} from '../../extract/content-switches.ts';
import type { SpanFields, SpanInput } from '../../extract/fields.ts';
import type { LogFields } from '../../extract/log-fields.ts';
import type { IngestedLog } from '../../extract/log-spans/log-spans.ts';
import { isContent } from '../../store/attributes/attribute-rules.ts';

/** 2000-01-01: no instrumented program is older. */
const OLDEST = 946_684_800_000_000_000n;
const AHEAD_NS = 600_000_000_000n;
const NANOS_A_MINUTE = 60_000_000_000n;

/** What OpenInference writes in the place of a value that it hides. */
const HIDDEN = '__REDACTED__';

/** What a model is told before anybody says a word, which Gemini CLI records in any case: no messages. */
const SET_UP: ReadonlySet<string> = new Set(['gen_ai.system_instructions', 'gen_ai.tool.definitions']);

type Previews = Pick<LogFields, 'inputPreview' | 'outputPreview'>;

/** Names that are kept in mind, and how long they may be. */
const MAX_SCOPES = 256;
const MAX_SCOPE_LENGTH = 256;

/** The instrumentations that send messages as log records, in requests of their own, so that their calls have none. */
export class LoggedMessages {
  readonly #scopes = new Set<string>();

  add(scope: string): void {
    if (this.#scopes.size < MAX_SCOPES && scope.length <= MAX_SCOPE_LENGTH) this.#scopes.add(scope);
  }

  has(scope: string): boolean {
    return this.#scopes.has(scope);
  }
}

/**
 * What is odd about the spans or log records of one export request, though all of them are stored: what an exporter's user
 * would want to be told. Costs a few comparisons a span, and a look at its name a record.
 */
export class Remarks {
  readonly #now: bigint;
  readonly #logged: LoggedMessages;
  #latest = 0n;
  #isUnset = false;
  /** Of model calls without messages. */
  #silent: ContentSwitch | undefined;
  /** Of prompts in whose place something else stands. */
  #hidden: ContentSwitch | undefined;
  #hasContent = false;

  /** `nowMs`: milliseconds since 1970. `logged`: of this and of earlier requests. */
  constructor(nowMs: number, logged: LoggedMessages) {
    this.#now = BigInt(nowMs) * 1_000_000n;
    this.#logged = logged;
  }

  see(span: SpanInput, fields: SpanFields): void {
    if (span.startUnixNano > this.#latest) this.#latest = span.startUnixNano;
    if (span.startUnixNano < OLDEST) this.#isUnset = true;
    if (fields.observationType === 'agent') this.#hidden ??= promptSwitchOf(span);
    if (this.#hasContent || fields.observationType !== 'generation' || fields.running) return;
    if (hasContent(span, fields)) this.#hasContent = true;
    else if (!this.#logged.has(span.scope.name)) this.#silent ??= contentSwitchOf(span);
  }

  seeLog(log: IngestedLog, { inputPreview, outputPreview }: Previews): void {
    if (isShown(inputPreview) || isShown(outputPreview)) this.#logged.add(log.from.scope.record.name);
    this.#hidden ??= promptSwitchOfLog(log);
  }

  /** The most telling of all, as one sentence; null where nothing is odd. */
  get advice(): string | null {
    const ahead = this.#latest - this.#now;
    if (ahead > AHEAD_NS)
      return `Spans start ${ahead / NANOS_A_MINUTE} minutes in the future: set the clock of the machine that exports, or of this one.`;
    if (this.#isUnset)
      return 'Spans start before the year 2000: set the clock of the machine that exports, and give times in nanoseconds.';
    if (this.#hidden !== undefined)
      return `Prompts came without their words: if these are to be recorded, ${this.#hidden.fix}.`;
    if (this.#silent === undefined || this.#hasContent) return null;
    return `Model calls came without their messages: if these are to be recorded, ${this.#silent.fix}.`;
  }
}

function hasContent({ attributes, eventCount, statusCode }: SpanInput, fields: SpanFields): boolean {
  if (isShown(fields.inputPreview) || isShown(fields.outputPreview)) return true;
  // Messages may be events; of a failed call the event is its exception.
  if (eventCount > 0 && statusCode !== 2) return true;
  for (const key of attributes.keys())
    if (isContent(key) && !SET_UP.has(key) && attributes.get(key) !== HIDDEN) return true;
  return false;
}

const isShown = (preview: string | null): boolean => preview !== null && preview !== HIDDEN;
