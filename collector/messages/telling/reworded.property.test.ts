import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf } from '../testing/build-messages.ts';
import { call, linesOf, lineOf } from '../testing/build-span.ts';
import type { MessagePart } from '../../contract/messages.ts';

const text = (content: string): MessagePart => ({ type: 'text', content });
const picture = (content: string): MessagePart => ({
  type: 'blob',
  modality: 'image',
  mime_type: 'image/png',
  content,
});

const address = (): MessagePart => ({
  type: 'uri',
  modality: 'image',
  mime_type: 'image/png',
  uri: 'https://host/a.png',
});

const LONG = 'A sentence that is long enough to be known again wherever it stands.';
const turn = fc.record({
  asked: fc.constantFrom('yes', 'no', 'why?', LONG),
  picture: fc.constantFrom(null, 'cG5n', 'Z2lm'),
  keeps: fc.constantFrom('nothing', 'the bytes', 'an address'),
  thought: fc.constantFrom('', 'Hm. ', 'yes'),
  answered: fc.constantFrom('yes', 'no', 'OK', LONG),
});

test('a chat whose histories leave out thoughts and pictures, or readdress these, is told exactly once, as it was said', () => {
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1, maxLength: 12 }), fc.boolean(), (turns, isOneTrace) => {
      const kept: unknown[] = [];
      const told: string[] = [];
      const spans = turns.map(({ asked, picture: shown, keeps, thought, answered }, index) => {
        const question = [text(asked), ...(shown === null ? [] : [picture(shown)])];
        const answer = [text(thought === '' ? answered : `<think>${thought}</think>\n\n${answered}`)];
        const said = [
          { role: 'user', parts: question },
          { role: 'assistant', parts: answer },
        ] as const;
        const attributes = messagesOf([...kept, said[0]], [said[1]]);
        const left = {
          nothing: [],
          'the bytes': question.slice(1),
          'an address': question.slice(1).map(address),
        };
        kept.push(
          { role: 'user', parts: [text(asked), ...left[keeps]] },
          { role: 'assistant', parts: [text(answered)] },
        );
        told.push(lineOf('user', question), lineOf('assistant', answer));
        const id = String(index).padStart(2, '0');
        return call({ id, trace: isOneTrace ? 'a1' : `a${id}`, at: index * 20, attributes });
      });
      expect(linesOf(tellConversation(spans))).toEqual(told);
    }),
    { numRuns: 300 },
  );
});
