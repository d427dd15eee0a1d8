/** The page's own address. A scheme of its own gives it an origin that no web page can have. */
export const appUrl = 'app://tracedeck/';

export const appScheme = 'app';

/** Whether a page or frame at this address is ours. */
export function isAppUrl(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed?.protocol === `${appScheme}:` && parsed.host === new URL(appUrl).host;
}

/** What may be handed to the system: anything else could start programs. */
export function isWebUrl(url: string): boolean {
  const protocol = URL.parse(url)?.protocol;
  return protocol === 'http:' || protocol === 'https:';
}

/** The part of Electron's frame that says who sent a message. */
export interface Sender {
  readonly url: string;
  readonly parent: unknown;
}

/** Only our page itself may use the bridge: no frame inside it, and none that has gone since. */
export function isTrustedSender(sender: Sender | null): boolean {
  return sender !== null && sender.parent === null && isAppUrl(sender.url);
}
