/** "Every address" is one to listen on, not one to call. */
const EVERY_ADDRESS = /^((?:https?:\/\/)?)(0\.0\.0\.0|\[::\])(?=[:/]|$)/;

/**
 * Where to call what listens at an address, `http://127.0.0.1:4318` for `http://0.0.0.0:4318`, with a scheme or without one.
 * `host` is the name of the listening machine, as a part of an address, where that is another than the caller's.
 */
export const reachable = (address: string, host?: string): string =>
  address.replace(
    EVERY_ADDRESS,
    (_all, scheme: string, every: string) =>
      `${scheme}${host ?? (every === '0.0.0.0' ? '127.0.0.1' : '[::1]')}`,
  );
