import http from 'node:http';
import * as fc from 'fast-check';
import type { Health } from '../contract/health.ts';
import type { ProjectList } from '../contract/projects.ts';
import { everyRoute } from '../testing/every-route.ts';
import { jsonOf, send } from '../testing/http-client.ts';
import { oddBody, type OddBody } from './odd-bodies.ts';
import { OddCaller, oddCall } from './odd-grpc.ts';
import { exchange, oddRequest, statusesOf } from './odd-http.ts';

export interface FuzzOptions {
  /** The servers of one collector. */
  readonly http: string;
  readonly otlp: string;
  readonly grpc: string;
  /** How many odd inputs in all. */
  readonly cases: number;
  readonly seed: number;
  readonly onFault: (fault: string) => void;
}

/** Inputs that are under way at once, each on a connection of its own. */
const WORKERS = 8;
/** Past this an answer counts as none. */
const HANG_MS = 30_000;
/** One in so many export requests goes to a project of its own, where it is looked for when it was refused. */
const LOOKED_AFTER = 10;

/**
 * Sends odd export requests, odd gRPC calls and odd HTTP, in equal parts. Whatever comes is answered in time and with no
 * fault of the collector's own, and of what was refused nothing is stored. The same seed sends the same.
 * Answers how often each kind of input was answered how.
 */
export async function fuzz(options: FuzzOptions): Promise<Readonly<Record<string, number>>> {
  const { cases, seed, onFault } = options;
  const routes = await everyRoute();
  const refused = new Set<string>();
  const tally: Record<string, number> = {};
  const count = (kind: string): void => void (tally[kind] = (tally[kind] ?? 0) + 1);
  const each = Math.ceil(cases / WORKERS / 3);
  await Promise.all(
    Array.from({ length: WORKERS }, async (_, worker) => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      const caller = new OddCaller(options.grpc);
      let n = 0;
      await run(oddBody, async (odd) => {
        const project = n++ % LOOKED_AFTER === 0 ? `fuzz-${seed}-${worker}-${n}` : 'fuzz';
        const status = await inTime(post(options, agent, project, odd));
        count(`export ${status}`);
        if (status === null || status >= 500) return `export: ${status}`;
        if (status !== 200 && project !== 'fuzz') refused.add(project);
        return null;
      });
      await run(oddCall, async (odd) => {
        const answer = await inTime(caller.call(odd).then((told) => told ?? 'ended'));
        count(`gRPC ${typeof answer === 'string' ? answer : answer?.status}`);
        const isOurs = answer !== null && answer !== 'ended' && answer.message === 'internal error';
        return answer === null || isOurs ? `gRPC: ${JSON.stringify(answer)}` : null;
      });
      await run(oddRequest(routes), async (odd) => {
        const answer = await inTime(exchange(n++ % 2 === 0 ? options.http : options.otlp, odd));
        if (answer === null) return 'HTTP: no answer';
        const statuses = statusesOf(answer);
        count(`HTTP ${statuses[0] ?? 'hung up'}`);
        const isAnswered = statuses.length > 0 || !odd.isWhole;
        return isAnswered && statuses.every((status) => status < 500)
          ? null
          : `HTTP: ${answer.slice(0, 200)}`;
      });
      agent.destroy();
      caller.close();

      async function run<T>(
        arbitrary: fc.Arbitrary<T>,
        faultOf: (odd: T) => Promise<string | null>,
      ): Promise<void> {
        const property = fc.asyncProperty(arbitrary, async (odd) => {
          const fault = await faultOf(odd).catch((error: unknown) => String(error));
          if (fault !== null) onFault(`${fault} to ${fc.stringify(odd).slice(0, 2000)}`);
        });
        await fc.assert(property, { seed: seed + worker, numRuns: each, endOnFailure: true });
      }
    }),
  );
  for (const fault of await aftermath(options.http, refused)) onFault(fault);
  return tally;
}

/** Null where no answer came in time. */
async function inTime<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), HANG_MS)));
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function post(
  { http: url }: FuzzOptions,
  agent: http.Agent,
  project: string,
  { signal, encoding, packing, body }: OddBody,
): Promise<number> {
  const type = encoding === 'json' ? 'application/json' : 'application/x-protobuf';
  const headers = { 'content-type': type, ...(packing === null ? {} : { 'content-encoding': packing }) };
  return send(`${url}/otel/${project}/v1/${signal}`, { headers, body, agent }).then(({ status }) => status);
}

async function aftermath(url: string, refused: ReadonlySet<string>): Promise<string[]> {
  const { data } = jsonOf(await send(`${url}/api/v1/projects`)) as ProjectList;
  const landed = data.filter(({ project_id }) => refused.has(project_id));
  const { status } = jsonOf(await send(`${url}/api/v1/health`)) as Health;
  return [
    ...landed.map(({ project_id }) => `a refused request has landed in part, in project ${project_id}`),
    ...(status === 'ok' ? [] : [`health is ${status} afterwards`]),
  ];
}
