import { expect, test } from 'vitest';
import { licensesText } from './licenses.ts';

const fastify = { name: 'fastify', version: '5.0.0', identifier: 'MIT', text: 'Copyright of fastify' };

test('each package is named once, with its licence, by name', () => {
  const react = { name: 'react', version: '19.0.0', identifier: 'MIT', text: 'Copyright of react' };
  const text = licensesText([react, fastify, react]);
  expect(text.match(/^\S+ \d+\.\d+\.\d+.*$/gm)).toEqual(['fastify 5.0.0 (MIT)', 'react 19.0.0 (MIT)']);
  expect(text).toContain('Copyright of fastify');
});

test('two versions of a package are two packages', () => {
  const older = { ...fastify, version: '4.0.0', text: 'Copyright of the older' };
  expect(licensesText([fastify, older])).toContain('Copyright of the older');
});

test('a package without a text is named with its licence, one that says nothing is refused', () => {
  expect(licensesText([{ name: 'tiny', version: '1.0.0', identifier: 'MIT' }])).toContain(
    'Licensed under MIT',
  );
  expect(() => licensesText([{ name: 'unknown', version: '1.0.0' }])).toThrow('unknown 1.0.0');
});
