import type { SpanDetail } from '../../collector/contract/spans.ts';

export type SpanError = {
  readonly name: string | null;
  readonly message: string;
  readonly stacktrace: string | null;
};

/**
 * What went wrong in a span: the exceptions among its events, and the status message where it says more. Empty for a
 * span that is well.
 */
export function spanErrors(
  span: Pick<SpanDetail, 'events' | 'status_code' | 'status_message' | 'has_error' | 'attributes'>,
): SpanError[] {
  const errors = span.events
    .filter((event) => event.name === 'exception')
    .map((event) => readException(event.attributes));
  const message = span.status_message ?? '';
  const isToldAlready = errors.some((error) => error.message !== '' && message.includes(error.message));
  if (span.status_code === 'ERROR' && !isToldAlready && (message !== '' || errors.length === 0)) {
    const name = readText(span.attributes, 'error.type');
    errors.unshift({
      name,
      message: message === '' ? 'The span ended with an error.' : message,
      stacktrace: null,
    });
  }
  return errors;
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
