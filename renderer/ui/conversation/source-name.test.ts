import { expect, test } from 'vitest';
import { sourceName } from './source-name.ts';

const source = { title: 'Rome', url: 'https://e.test/', quote: null, recorded: {} };
const unknown = { title: null, url: null, recorded: null };

test.each([
  ['its title', source, 'Rome'],
  ['its address', { ...source, title: ' ' }, 'https://e.test/'],
  ['what is quoted', { ...unknown, quote: 'It rains.' }, 'It rains.'],
  ['nothing', { ...unknown, quote: null }, '(no name)'],
])('a source is called by %s', (_what, one, name) => expect(sourceName(one)).toBe(name));
