import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerJson } from './answer-json.ts';

test('every text comes out well-formed, and else as it is', () => {
  const pieces = ['\ud83d', '\ude00', '😀', '\\', '"', '\n', 'ud83d', String.raw`\ud83d`, 'é', 'x'];
  const text = fc.array(fc.constantFrom(...pieces)).map((some) => some.join(''));
  fc.assert(
    fc.property(text, (said) => {
      const json = answerJson({ [said]: [said] });
      expect(json.isWellFormed()).toBe(true);
      expect(json).not.toMatch(/(?<!\\)(?:\\\\)*\\ud/);
      expect(JSON.parse(json)).toEqual({ [said.toWellFormed()]: [said.toWellFormed()] });
    }),
    { seed: 7, numRuns: 500 },
  );
});
