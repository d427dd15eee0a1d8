import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { call, linesOf, talk } from '../testing/build-span.ts';

type Said = readonly [role: string, text: string];

const turn = fc.record({
  asked: fc.constantFrom('yes', 'no', 'why?'),
  answered: fc.constantFrom(
    'yes',
    'OK',
    'A sentence that is long enough to be known again wherever it stands.',
  ),
});

/** Who is asked the same words alone, before and after the model that answers them. */
const beside = fc.record({
  before: fc.subarray(['Route.', 'Is it safe?']),
  after: fc.subarray(['Find a title.', 'Judge.']),
  isOneTrace: fc.boolean(),
});

test('what a person says is told once a turn, whoever is asked it beside the model that answers', () => {
  fc.assert(
    fc.property(
      fc.array(turn, { minLength: 1, maxLength: 8 }),
      beside,
      (turns, { before, after, isOneTrace }) => {
        const history: Said[] = [];
        const told: string[] = [];
        let at = 0;
        const spans = turns.flatMap(({ asked, answered }, index) => {
          const trace = isOneTrace ? 'a' : `a${index}`;
          const ask = (instructions: string, own: readonly Said[], answer: string) => {
            told.push(`assistant: ${answer}`);
            const id = String(at).padStart(4, '0');
            const attributes = talk([['system', instructions], ...own], answer);
            return call({ id, trace, at: (at += 20), attributes });
          };
          told.push(`user: ${asked}`);
          history.push(['user', asked]);
          const alone: readonly Said[] = [['user', asked]];
          const calls = [
            ...before.map((instructions) => ask(instructions, alone, 'safe')),
            ask('Help.', history, answered),
            ...after.map((instructions) => ask(instructions, alone, 'done')),
          ];
          history.push(['assistant', answered]);
          return calls;
        });
        const lines = linesOf(tellConversation(spans)).filter((line) => !line.startsWith('system'));
        expect(lines).toEqual(told);
      },
    ),
    { numRuns: 500 },
  );
});
