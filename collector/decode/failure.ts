import type { Attributes } from './records.ts';

/** Why something failed, as it was recorded. */
export interface FailureWords {
  /** Of what was thrown: `TypeError`. */
  readonly name: string | null;
  readonly message: string;
  readonly stacktrace: string | null;
}

/** A status without words, and that of each call of Copilot CLI which failed: why, its session says in the agent's. */
const SAYS_NOTHING = new Set(['', 'Model call failed']);
/** Where those that record no exception keep the message. */
const MESSAGE_KEYS = ['error.message', 'langfuse.observation.status_message', 'error'];

/**
 * What a failed span says of it: in the exception that it recorded, if any, in its status or its `error.*` attributes. Undefined
 * for one that says only that it failed: another span then knows better.
 */
export function failureWords(
  span: { readonly attributes: Attributes; readonly statusMessage: string },
  exception: Attributes = span.attributes,
): FailureWords | undefined {
  const type =
    exception.string('exception.type') ??
    span.attributes.string('error.type') ??
    readThrown(span.attributes)?.name ??
    null;
  const message =
    exception.string('exception.message') ??
    (exception === span.attributes ? undefined : exception.string('error.message')) ??
    (SAYS_NOTHING.has(span.statusMessage) ? undefined : span.statusMessage) ??
    firstText(span.attributes);
  if (message === undefined) return undefined;
  const recorded = exception.string('exception.stacktrace');
  const error = recorded === undefined && type === null ? errorInData(message) : undefined;
  if (error !== undefined) return { ...splitName(error), stacktrace: null };
  const own = splitStack(message);
  if (recorded !== undefined && isThrownAgain(own))
    return { ...own, ...named(nameInStack(own) ?? type, wordsOf(own.message)) };
  const told = recorded === undefined ? own : { message, stacktrace: recorded };
  return { ...told, ...named(type ?? nameInStack(told), wordsOf(told.message)) };
}

/**
 * LangSmith's exporter throws again what a run failed with, whose stack is behind its message; the one that is recorded leads to
 * the exporter. Lines of another message that look like a stack name nothing.
 */
const isThrownAgain = (own: Pick<FailureWords, 'message' | 'stacktrace'>): boolean =>
  own.stacktrace?.startsWith('Traceback') === true || nameInStack(own) !== null;

const MOST_NAME = 200;
const MOST_DATA = 10_000;

/** `TypeError: Bad input.` as its name and the rest. */
function splitName(text: string): Pick<FailureWords, 'name' | 'message'> {
  const end = text.slice(0, MOST_NAME).indexOf(': ');
  const name = text.slice(0, Math.max(end, 0));
  return NAME.test(name) ? { name, message: text.slice(end + 2) } : { name: null, message: text };
}

/** Recorders that throw again what they were told, as LangSmith's does, have its name in the message: `TypeError: terminated`. */
function named(name: string | null, message: string): Pick<FailureWords, 'name' | 'message'> {
  const thrown = name === null || name === 'Error' ? splitName(message) : undefined;
  return thrown?.name?.endsWith('Error') === true ? thrown : { name, message };
}

/** A stack begins with the name of what was thrown and its message. */
function nameInStack({ message, stacktrace }: Pick<FailureWords, 'message' | 'stacktrace'>): string | null {
  const head = splitName(stacktrace ?? '');
  return head.message.startsWith(message) ? head.name : null;
}

/**
 * The error that OpenInference's recorder for the Agents SDK has in JSON behind the SDK's words:
 * `Error in agent run: {"error":"MaxTurnsExceededError: Max turns (2) exceeded"}`.
 */
function errorInData(text: string): string | undefined {
  const at = text.indexOf(': {"');
  if (at < 0 || !text.startsWith('Error ') || text.length > MOST_DATA) return undefined;
  try {
    return textMember(JSON.parse(text.slice(at + 2)), 'error');
  } catch {
    return undefined;
  }
}

/**
 * The words in what Google's SDK throws, an answer of its API as JSON: `{"error":{"code":400,"message":"No such model."}}`, which may
 * be in such a message again, in a stream behind `got status: …`; and in what Anthropic's does, `400 {"type":"error","error":{…}}`,
 * behind the status. Any other text as it is.
 */
function wordsOf(message: string): string {
  let [status, words] = ['', message];
  for (let depth = 0; depth < MOST_ANSWERS; depth++) {
    const [before = '', code] = BEFORE_ANSWER.exec(words.slice(0, MOST_DATA)) ?? [];
    const answer = words.slice(before.length);
    const inner = ANSWER.test(answer.slice(0, MOST_DATA)) ? messageInAnswer(answer) : undefined;
    if (inner === undefined) break;
    status = code ?? status;
    words = inner;
  }
  return `${status}${words}`;
}

/** An API's behind the gateway's. */
const MOST_ANSWERS = 2;
const BEFORE_ANSWER = /^(?:got status: [^{]*|(\d{3} ))/;
const ANSWER = /^\{\s*(?:"type":\s*"error",\s*)?"error":/;

function messageInAnswer(text: string): string | undefined {
  if (text.length > MOST_DATA) return undefined;
  try {
    return textMember(memberOf(JSON.parse(text), 'error'), 'message')?.trim();
  } catch {
    return undefined;
  }
}

/**
 * What a function threw, which Langfuse's `observe()` writes in place of its result: `{"error":"TypeError: Bad input."}`, beside
 * the message alone. Undefined where a result is one.
 */
export function readThrown(attributes: Attributes): { readonly name: string | null } | undefined {
  const message = attributes.string('langfuse.observation.status_message');
  const thrown = attributes.string('langfuse.observation.output');
  if (message === undefined || thrown === undefined) return undefined;
  if (thrown === JSON.stringify({ error: message })) return { name: null };
  const ending = `: ${JSON.stringify(message).slice(1)}}`;
  const name =
    thrown.startsWith(THROWN) && thrown.endsWith(ending) ? thrown.slice(THROWN.length, -ending.length) : '';
  return NAME.test(name) ? { name } : undefined;
}

const THROWN = '{"error":"';
const NAME = /^[\w.]+$/;

/** Some recorders write the stack behind the message, a paragraph of its own (OpenInference's for LangChain). */
function splitStack(text: string): Pick<FailureWords, 'message' | 'stacktrace'> {
  const traceback = text.indexOf('\nTraceback (most recent call last)');
  const frame = text.search(/\n[ \t]+at \S/);
  const paragraph = frame < 0 ? -1 : text.lastIndexOf('\n\n', frame - 1);
  const end = traceback >= 0 ? traceback : paragraph >= 0 ? paragraph : frame;
  const message = text.slice(0, Math.max(end, 0)).trim();
  return message === ''
    ? { message: text, stacktrace: null }
    : { message, stacktrace: text.slice(end).trim() };
}

function firstText(attributes: Attributes): string | undefined {
  for (const key of MESSAGE_KEYS) {
    const text = attributes.string(key);
    if (text !== undefined) return text;
  }
  return undefined;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

function textMember(value: unknown, name: string): string | undefined {
  const text = memberOf(value, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}
