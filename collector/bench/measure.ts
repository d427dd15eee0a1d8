import { Client } from 'undici';

/** Milliseconds. */
export interface Times {
  readonly best: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export function percentiles(times: readonly number[]): Times {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { best: at(0), p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** One kept-alive connection. Of undici: asking for a list by Node's own `http` took half of the processor time that answering it takes. */
export class Connection {
  readonly #client: Client;

  constructor(base: string) {
    this.#client = new Client(base);
  }

  /** Sends a request and reads the whole answer. Throws where the status is not 200. */
  async request(
    path: string,
    body: Buffer | null = null,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Buffer> {
    const method = body ? 'POST' : 'GET';
    const { statusCode, body: answer } = await this.#client.request({ path, method, headers, body });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (statusCode === 200) return bytes;
    throw new Error(`${path}: ${statusCode} ${bytes.toString().slice(0, 200)}`);
  }

  async json<T>(path: string): Promise<T> {
    return JSON.parse((await this.request(path)).toString()) as T;
  }

  close(): void {
    void this.#client.destroy();
  }
}

/** Times of `runs` calls of `call`, one after another. */
export async function timeEach(runs: number, call: (run: number) => Promise<unknown>): Promise<Times> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await call(run);
    times.push(performance.now() - start);
  }
  return percentiles(times);
}
