import { TraceDecoder, type WireSpan } from '../decode/traces.ts';
import { createExtractor } from '../extract/extract.ts';
import { makeLoad } from './load.ts';

const SPANS = 20_000;
const RUNS = 8;

/** Processor time of this process, in milliseconds. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Microseconds a span that detection and extraction cost beside decoding: the best of several runs. */
export function extractionMicros(): number {
  const requests = makeLoad({ count: SPANS, perRequest: 512 });
  const decoder = new TraceDecoder();
  const extractor = createExtractor();
  const all = (onSpan: (span: WireSpan) => void): number =>
    cpuMs(() => requests.forEach((request) => decoder.decode(request, onSpan)));
  const decoding: number[] = [];
  const extracting: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    decoding.push(all(() => {}));
    extracting.push(all((span) => void extractor.extract(span)));
  }
  return ((Math.min(...extracting) - Math.min(...decoding)) * 1000) / SPANS;
}
