import { expect, test } from 'vitest';
import { traceFileName } from './download.ts';

test.for([
  ['plan-trip', '710bbfa84975', 'plan-trip-710bbfa8.otlp.json'],
  ['../../etc/passwd', 'ab/..', 'etc-passwd-ab.otlp.json'],
  ['Größe: 5 %', '12345678', 'Gro-e-5-12345678.otlp.json'],
  [`${'n'.repeat(59)} and more`, '12345678', `${'n'.repeat(59)}-12345678.otlp.json`],
  ['日本', '12345678', 'trace-12345678.otlp.json'],
])('%s is saved under a name that every system takes', ([name = '', id = '', file]) =>
  expect(traceFileName(name, id, 'otlp.json')).toBe(file),
);
