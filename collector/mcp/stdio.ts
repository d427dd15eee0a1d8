import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { ApiError } from '../errors.ts';
import { failedAnswer } from '../query/failed-answer.ts';
import { Reader } from '../query/reader.ts';
import { openBesideCollector } from '../store/file/database.ts';
import { serverOf } from './server.ts';

export interface StdioOptions {
  readonly dataDirectory: string;
  readonly pricing: Parameters<Reader['setPrices']>[0];
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** For a person: the assistant is told as well. */
  readonly onFailure: (message: string) => void;
}

/** Tells when the library has closed it by itself: it reads nothing any more then, whatever the assistant asks. */
class Connection extends StdioServerTransport {
  readonly #closed = Promise.withResolvers<void>();
  readonly closed = this.#closed.promise;

  override async close(): Promise<void> {
    await super.close();
    this.#closed.resolve();
  }
}

/**
 * Answers a coding assistant that has started this process, from the database itself, with a collector beside it or without
 * one. Resolves when the assistant has closed its end; rejects where it can't be answered any more, as after a message of
 * more than 10 MB, so that it sees this end.
 */
export async function serveOverStdio(options: StdioOptions): Promise<void> {
  const { dataDirectory, pricing, stdin, stdout } = options;
  const onFailure = ({ message }: Error): void => options.onFailure(message);
  // Opened for each call: it may not be there yet, and be repaired, or made anew, while the assistant runs on for days.
  const withReader = <T>(read: (reader: Reader) => T): T => {
    const database = openBesideCollector(dataDirectory);
    try {
      const reader = new Reader(database);
      reader.setPrices(pricing);
      return read(reader);
    } catch (error) {
      // In the words that everybody who reads gets.
      const { code, message, cause } = failedAnswer('a tool', error);
      if (cause !== null) options.onFailure(cause);
      throw new ApiError(code, message, { cause: error });
    } finally {
      database.close();
    }
  };
  const transport = new Connection(stdin, stdout);
  const server = serveStdio(() => serverOf(withReader, onFailure), {
    transport,
    maxSubscriptions: 0,
    onerror: onFailure,
  });
  const ended = finished(stdin, { writable: false });
  await Promise.race([ended, transport.closed]);
  await server.close();
  if (!stdin.readableEnded)
    throw new Error('the assistant is answered no more: it has to start this command again');
}
