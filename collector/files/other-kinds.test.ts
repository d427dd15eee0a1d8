import { expect, test } from 'vitest';
import { whyOtherKind } from './other-kinds.ts';

/** A file of which byte 257 and those after it are the mark of a tar archive. */
const marked = (start: string): Buffer => Buffer.from(`${start}ustar  \0`.padEnd(512, '\0'));

test('a tar archive is known by its mark behind numbers in octal digits', () => {
  const header = `${'x.jsonl'.padEnd(100, '\0')}0000644\x000001750\0`.padEnd(257, '\0');
  expect(whyOtherKind(marked(header))).toContain('is a tar archive');
});

test('a request that has the mark at its place is none', () =>
  expect(whyOtherKind(marked('{"x":"'.padEnd(257, '-')))).toBeUndefined());
