import type { SpanDetail } from '../../collector/contract/spans.ts';

export type SpanError = {
  readonly name: string | null;
  readonly message: string;
  readonly stacktrace: string | null;
};

type Failing = Pick<SpanDetail, 'events' | 'status_code' | 'status_message' | 'has_error' | 'attributes'>;

/**
 * What went wrong in a span: the exceptions among its events, and the status message where it says more. Empty for a
 * span that is well.
 */
export function spanErrors(span: Failing): SpanError[] {
  const errors = span.events
    .filter((event) => event.name === 'exception')
    .map((event) => readException(event.attributes));
  const message = span.status_message ?? '';
  const isToldAlready = errors.some((error) => error.message !== '' && message.includes(error.message));
  if (span.status_code === 'ERROR' && !isToldAlready && (message !== '' || errors.length === 0)) {
    const name = readText(span.attributes, 'error.type');
    errors.unshift({
      name,
      message: message === '' ? NO_WORDS : message,
      stacktrace: null,
    });
  }
  return errors;
}

const NO_WORDS = 'The span ended with an error.';

/** The last of these, as `name: message`; null where none says anything. */
export function errorInOneLine(span: Failing): string | null {
  const { name = null, message = '' } = spanErrors(span).at(-1) ?? {};
  const words = message === NO_WORDS ? '' : message;
  return [name, words].filter((text) => text !== null && text !== '').join(': ') || null;
}

function readException(attributes: Readonly<Record<string, unknown>>): SpanError {
  return {
    name: readText(attributes, 'exception.type'),
    message: readText(attributes, 'exception.message') ?? '',
    stacktrace: readText(attributes, 'exception.stacktrace'),
  };
}

function readText(attributes: Readonly<Record<string, unknown>>, key: string): string | null {
  const value = attributes[key];
  return typeof value === 'string' && value !== '' ? value : null;
}
