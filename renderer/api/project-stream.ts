import { desktop } from '../lib/desktop.ts';
import { openEventStream, type StreamOptions } from './event-stream.ts';
import { openSharedStream } from './shared-stream.ts';
import { ownTokenId } from './token.ts';

/**
 * Reads a stream as openEventStream does, over one connection for all windows of the browser that may read it alike. Where windows
 * can't share one (locks need a secure context: https, or this machine) and in the desktop app, which has one window, each has its own.
 */
export function openProjectStream(options: StreamOptions): { stop(): void } {
  const canShare = desktop() === null && 'locks' in navigator && 'BroadcastChannel' in window;
  return canShare
    ? openSharedStream(`${options.url} ${ownTokenId() ?? ''}`, options)
    : openEventStream(options);
}
