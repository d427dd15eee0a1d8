import http from 'node:http';

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

/** One kept-alive connection. */
export class Connection {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  readonly #base: URL;

  constructor(base: string) {
    this.#base = new URL(base);
  }

  /** Sends a request and reads the whole answer. Throws where the status is not 200. */
  request(path: string, body?: Buffer, headers: Readonly<Record<string, string>> = {}): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const request = http.request(
        new URL(path, this.#base),
        {
          agent: this.#agent,
          method: body ? 'POST' : 'GET',
          headers: body ? { ...headers, 'content-length': body.length } : headers,
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () => {
            const answer = Buffer.concat(parts);
            if (response.statusCode === 200) resolve(answer);
            else reject(new Error(`${path}: ${response.statusCode} ${answer.toString().slice(0, 200)}`));
          });
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  }

  async json<T>(path: string): Promise<T> {
    return JSON.parse((await this.request(path)).toString()) as T;
  }

  close(): void {
    this.#agent.destroy();
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
