import { rmSync } from 'node:fs';
import { percentiles } from '../bench/measure.ts';
import { ownCollector, type OwnTarget } from '../bench/target.ts';
import { random } from '../testing/random.ts';
import { fuzz } from './fuzz.ts';
import { faultsOf, ingestUntilKilled, nothingSent, type Victim } from './kills.ts';
import { overload } from './overload.ts';

export interface Limits {
  readonly rounds: number;
  readonly seconds: number;
  readonly cases: number;
  readonly seed: number;
}

const figure = (name: string, value: string | number): void => console.log(`${name.padEnd(58)} ${value}`);
const milliseconds = (times: readonly number[]): string => {
  const { p50, p99 } = percentiles([...times]);
  return `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, max ${Math.max(...times).toFixed(0)} ms (${times.length} times)`;
};

const victimOf = (server: OwnTarget): Victim => ({
  http: server.url,
  otlp: server.url,
  grpc: server.grpc,
  kill: () => server.process.kill(),
});

async function kills({ rounds, seed }: Limits, faults: string[]): Promise<void> {
  console.log(`\n— kill -9, ${rounds} times under load, seed ${seed}`);
  const next = random(seed);
  const sent = nothingSent();
  let server = await ownCollector();
  const { dataDirectory } = server.process;
  const starts: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    starts.push(server.process.startMs);
    await ingestUntilKilled(victimOf(server), sent, next);
    const found = faultsOf(dataDirectory, sent);
    for (const fault of found) faults.push(`after kill ${round}: ${fault}`);
    if (round % 10 === 0 || found.length > 0)
      console.log(
        `  ${round} kills, ${sent.acknowledged.size} requests acknowledged, ${found.length} faults`,
      );
    // Once: a start that fails ends the whole.
    server = await ownCollector(dataDirectory);
  }
  await server.process.stop(false);
  for (const fault of faultsOf(dataDirectory, sent)) faults.push(`at the end: ${fault}`);
  rmSync(dataDirectory, { recursive: true, force: true });
  figure('requests sent', sent.next);
  figure('requests acknowledged, all of them stored', sent.acknowledged.size);
  figure('start after a kill', milliseconds(starts));
}

async function overloaded({ seconds }: Limits, faults: string[]): Promise<void> {
  console.log(`\n— 32 connections flat out for ${seconds} s`);
  const server = await ownCollector();
  const figures = await overload({
    url: server.url,
    grpc: server.grpc,
    connections: 32,
    spansARequest: 4000,
    isFloodPolite: true,
    goesOn: (elapsedMs) => elapsedMs < seconds * 1000,
  });
  figure('spans acknowledged', figures.spansAcknowledged);
  figure('spans stored', figures.spansStored);
  figure('requests refused with 503 and Retry-After', figures.requestsRefused - figures.requestsRefusedOddly);
  figure('peak resident memory', `${(server.process.peakMemory() / 2 ** 20).toFixed(0)} MB`);
  figure('health answered', milliseconds(figures.healthMs));
  figure('list of traces answered', milliseconds(figures.listMs));
  for (const [exporter, { ended, stored }] of Object.entries(figures.official)) {
    figure(`spans that an application ended / stored, ${exporter}`, `${ended} / ${stored}`);
    if (stored !== ended) faults.push(`${exporter}: of ${ended} spans ${stored} are stored`);
  }
  if (figures.spansStored !== figures.spansAcknowledged)
    faults.push('spans stored are not those acknowledged');
  if (figures.requestsRefusedOddly > 0)
    faults.push(`${figures.requestsRefusedOddly} requests were refused without 503`);
  await server.process.stop();
}

async function fuzzed({ cases, seed }: Limits, faults: string[]): Promise<void> {
  console.log(`\n— ${cases} odd inputs, seed ${seed}`);
  const server = await ownCollector();
  const fuzzPart = (part: number): Promise<Readonly<Record<string, number>>> =>
    fuzz({
      http: server.url,
      otlp: server.url,
      grpc: server.grpc,
      cases: cases / 4,
      seed: seed + part * 1000,
      onFault: (fault) => {
        // At once: what ends early would tell nothing else.
        console.log(`FAULT ${fault}`);
        faults.push(fault);
      },
    });
  const began = performance.now();
  console.log(JSON.stringify(await fuzzPart(0)));
  const [before, memoryBefore] = [server.process.peakMemory(), server.process.residentMemory()];
  for (const part of [1, 2, 3]) await fuzzPart(part);
  figure('odd inputs a second', (cases / ((performance.now() - began) / 1000)).toFixed(0));
  const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;
  figure(
    'memory after a quarter, at the end',
    `${megabytes(memoryBefore)}, ${megabytes(server.process.residentMemory())}`,
  );
  figure(
    'peak memory after a quarter, at the end',
    `${megabytes(before)}, ${megabytes(server.process.peakMemory())}`,
  );
  await server.process.stop();
}

const PARTS = { kills, overload: overloaded, fuzz: fuzzed } as const;

/** Prints what it finds as it goes on. Answers what was lost, wrong or dead, a sentence each. */
export async function torture(parts: Iterable<keyof typeof PARTS>, limits: Limits): Promise<string[]> {
  const faults: string[] = [];
  for (const name of parts) await PARTS[name](limits, faults);
  return faults;
}
