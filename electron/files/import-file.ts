import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ImportReport } from '../../collector/contract/imports.ts';
import { errorMessage } from '../../collector/lib/error-message.ts';

export interface ImportTarget {
  /** Asks the collector, with a token where it wants one. */
  readonly request: (path: string, init: RequestInit) => Promise<Response>;
  readonly projectId: string;
  /** Ends the import at the collector, too. */
  readonly signal?: AbortSignal;
  /** From 0 to 1: what was handed over. */
  readonly onProgress?: (part: number) => void;
}

/** Hands a file to the collector, which reads it. Rejects with one line that names the file, or as it is aborted. */
export async function importFile(file: string, target: ImportTarget): Promise<ImportReport> {
  const bytes = await sizeOf(file);
  target.signal?.throwIfAborted();
  const content = createReadStream(file);
  let read = 0;
  content.on('data', (chunk) => target.onProgress?.((read += chunk.length) / bytes));
  const project = encodeURIComponent(target.projectId);
  const request: RequestInit & { readonly duplex: 'half' } = {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: Readable.toWeb(content) as ReadableStream<Uint8Array>,
    duplex: 'half',
    signal: target.signal ?? null,
  };
  try {
    const answer = await target.request(`/api/v1/project/${project}/otel/import`, request);
    const told = (await answer.json()) as ImportReport & { readonly message?: string };
    if (answer.ok) return told;
    throw new Error(told.message ?? `the collector answered ${answer.status}`);
  } catch (cause) {
    target.signal?.throwIfAborted();
    throw new Error(`${file}: ${errorMessage(cause)}`, { cause });
  }
}

/** What an import came to, in one sentence. */
export function sentenceOf(name: string, { items, bad, problems }: ImportReport): string {
  // An export of nothing: what can't be read is refused.
  if (items === 0) return `${name} holds nothing that Tracedeck reads.`;
  const [first] = problems;
  const why = first ? ` ${first.at} ${first.reason}` : '';
  const passedOver = bad === 0 ? '' : ` ${bad} passed over:${why}`;
  return `${items} spans, log records and data points were opened from ${name}.${passedOver}`;
}

async function sizeOf(file: string): Promise<number> {
  try {
    const handle = await open(file);
    const about = await handle.stat();
    await handle.close();
    if (about.isFile()) return about.size;
  } catch (cause) {
    throw new Error(`${file} can't be read (${(cause as NodeJS.ErrnoException).code ?? String(cause)})`, {
      cause,
    });
  }
  throw new Error(`${file} is no file`);
}
