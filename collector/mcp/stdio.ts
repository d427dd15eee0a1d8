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

/**
 * Answers a coding assistant that has started this process, from the database itself, with a collector beside it or without
 * one. Resolves when the assistant has closed its end.
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
  const server = serveStdio(() => serverOf(withReader, onFailure), {
    transport: new StdioServerTransport(stdin, stdout),
    maxSubscriptions: 0,
    onerror: onFailure,
  });
  await finished(stdin, { writable: false });
  await server.close();
}
