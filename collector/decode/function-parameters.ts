const PREFIX = 'code.function.parameters.';
const VALUE = /^code\.function\.parameters\.(.+)\.value$/;

/** Whether a JSON text is an object of these keys; nothing of it is read. */
export const holdsParameters = (text: string): boolean => text.startsWith(`{"${PREFIX}`);

/**
 * What OpenTelemetry's instrumentation of google-genai says a function was given, by the parameters' names: it has the type
 * and the value of each under keys of their own. Undefined where no key is one of these.
 */
export function functionParameters<T>(
  keys: Iterable<string>,
  valueOf: (key: string) => T,
): ReadonlyMap<string, T> | undefined {
  const parameters = new Map<string, T>();
  for (const key of keys) {
    const name = VALUE.exec(key)?.[1];
    if (name !== undefined) parameters.set(name, valueOf(key));
  }
  return parameters.size === 0 ? undefined : parameters;
}
