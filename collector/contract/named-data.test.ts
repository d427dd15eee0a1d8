import { describe, expect, test } from 'vitest';
import { DataPart } from './messages.ts';
import * as named from './named-data.ts';

const data = (name: string | null, content: unknown) => ({ type: 'data', name, content }) as const;
const found = { id: 'd1', content: 'It rains.', score: 0.5, metadata: null };
const judged = { name: 'relevance', score: 4, label: null, explanation: null };
const source = { title: 'Rome', url: 'https://e.test/', quote: null, recorded: {} };

describe('a data part', () => {
  test.each([
    ['a refusal', data('refusal', 'No.'), { kind: 'refusal', text: 'No.' }],
    ['redacted reasoning', data('redacted_reasoning', { data: 'x' }), { kind: 'redacted' }],
    ['sources', data('citations', [source]), { kind: 'citations', sources: [source] }],
    ['documents', data('documents', [found]), { kind: 'documents', documents: [found] }],
    ['reminders', data('system_reminders', '# Environment'), { kind: 'reminders', text: '# Environment' }],
    ['a judgement', data('evaluation', judged), { kind: 'evaluation', evaluation: judged }],
  ])('is %s', (_what, part, expected) => expect(named.namedData(part)).toMatchObject(expected));

  test.each([
    ['bears another name', data('grounding', [source])],
    ['has no name', data(null, 'No.')],
    ['only bears the name of a refusal', data('refusal', { text: 'No.' })],
    ['only bears the name of reminders', data('system_reminders', { text: 'x' })],
    ['only bears the name of sources', data('citations', [{ title: 3, url: null, quote: null }])],
    ['holds documents of another form', data('documents', [{ ...found, score: '0.5' }])],
    ['holds a judgement of another form', data('evaluation', { score: 4 })],
    ['names no sources', data('citations', [])],
    ['names something that is none', data('citations', ['https://e.test/', null])],
  ])('is none of them when it %s', (_what, part) => expect(named.namedData(part)).toBeNull());
});

test('every name that may be relied on is promised where the part is described', () => {
  const names = Object.values(named).filter((exported) => typeof exported === 'string');
  const promised = [...JSON.stringify(DataPart).matchAll(/`([a-z_]+)`/g)].map(([, name]) => name);
  expect(new Set(promised)).toEqual(new Set(names));
});
