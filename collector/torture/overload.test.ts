import { afterEach, expect, test } from 'vitest';
import { serve, type Served } from '../testing/serve.ts';
import { testFolder } from '../testing/test-folder.ts';
import { overload } from './overload.ts';

let served: Served | undefined;
afterEach(() => void served?.process.kill('SIGKILL'));

/** Room for some of what the connections send at once, and for what applications send beside it. */
const LIMITS = { TRACEDECK_OTEL__INGESTION__BUFFER_MAX_SPANS: '24000' };

test('beside a flood that is refused, all that the official exporters send by default is delivered, and what was acknowledged is there', async () => {
  served = await serve(['--data-dir', testFolder()], { env: LIMITS });
  const { http, grpc } = served.addresses;
  const figures = await overload({
    url: http,
    grpc: grpc!,
    connections: 32,
    spansARequest: 1200,
    isFloodPolite: false,
    goesOn: (elapsedMs, { requestsRefused }) => elapsedMs < 3000 || requestsRefused < 20,
  });
  expect(figures.requestsRefused).toBeGreaterThan(0);
  expect(figures.requestsRefusedOddly).toBe(0);
  expect(figures.spansAcknowledged).toBeGreaterThan(0);
  expect(figures.spansStored).toBe(figures.spansAcknowledged);
  for (const { ended, stored } of Object.values(figures.official)) expect(stored).toBe(ended);
  expect(Object.keys(figures.official)).toHaveLength(3);
}, 240_000);
