import { expect, test } from 'vitest';
import { attributesOf } from '../../testing/attributes.ts';
import type { AttributeValue } from '../../decode/records.ts';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { call, chain, linesOf, span, talk } from '../testing/build-span.ts';

const lookup = (
  type: 'retriever' | 'reranker' | 'embedding' | 'evaluator',
  attributes: Record<string, AttributeValue>,
) => span({ id: '01', attributes, span: { observation_type: type } });

const partsOf = (one: ReturnType<typeof span>) =>
  conversationOfSpan(one).messages.map(({ role, direction, parts }) => ({ role, direction, parts }));

const document = (place: string, content: string, score: number) => ({
  [`${place}.document.id`]: `id of ${content}`,
  [`${place}.document.content`]: content,
  [`${place}.document.score`]: score,
  [`${place}.document.metadata`]: '{"page":3}',
});
const found = (content: string, score: number) => ({
  id: `id of ${content}`,
  content,
  score,
  metadata: { page: 3 },
});

test('a retriever tells what was asked, and each document with its score', () => {
  const retriever = lookup('retriever', {
    'input.value': 'Rain in Rome?',
    'output.value': '{"documents":["It rains.","It may."]}',
    ...document('retrieval.documents.0', 'It rains.', 0.9),
    ...document('retrieval.documents.1', 'It may.', 0.25),
  });
  expect(partsOf(retriever)).toEqual([
    { role: 'user', direction: 'input', parts: [{ type: 'text', content: 'Rain in Rome?' }] },
    {
      role: 'assistant',
      direction: 'output',
      parts: [
        { type: 'data', name: 'documents', content: [found('It rains.', 0.9), found('It may.', 0.25)] },
      ],
    },
  ]);
});

test('a reranker tells its query, what it was given and what it made of it', () => {
  const reranker = lookup('reranker', {
    'reranker.query': 'Rain?',
    ...document('reranker.input_documents.0', 'a', 0.1),
    ...document('reranker.output_documents.0', 'a', 0.8),
  });
  expect(partsOf(reranker).flatMap(({ direction, parts }) => parts.map((part) => [direction, part]))).toEqual(
    [
      ['input', { type: 'text', content: 'Rain?' }],
      ['input', { type: 'data', name: 'documents', content: [found('a', 0.1)] }],
      ['output', { type: 'data', name: 'documents', content: [found('a', 0.8)] }],
    ],
  );
});

test("AI SDK's reranker tells what it was given, and the best of it first", () => {
  const reranker = lookup('reranker', {
    'ai.documents': ['"cats"', '{"text":"dogs"}'],
    'ai.ranking.type': 'text',
    'ai.ranking': ['{"index":1,"relevanceScore":0.9}', '{"index":7,"relevanceScore":0.2}', 'odd'],
  });
  const document = { id: null, score: null, metadata: null };
  const [cats, dogs] = [
    { ...document, content: 'cats' },
    { ...document, content: '{"text":"dogs"}' },
  ];
  const content = [
    { ...dogs, score: 0.9 },
    { ...document, content: null, score: 0.2 },
  ];
  expect(partsOf(reranker).flatMap(({ parts }) => parts)).toEqual([
    { type: 'data', name: 'documents', content: [cats, dogs] },
    { type: 'data', name: 'documents', content },
  ]);
});

test("a document has one of AI SDK's ranks, and odd ones hide nothing", () => {
  const ranks = ['{"index":0,"relevanceScore":0.9}', '{"index":0}', '{"index":{"toString":1}}'];
  const reranker = lookup('reranker', { 'ai.documents': ['"cats"'], 'ai.ranking': ranks });
  const document = { id: null, score: null, metadata: null };
  expect(partsOf(reranker).flatMap(({ parts }) => parts)[1]).toMatchObject({
    content: [
      { ...document, content: 'cats', score: 0.9 },
      { ...document, content: null },
    ],
  });
});

test('an embedding call tells its texts, not their vectors', () => {
  const embedding = lookup('embedding', {
    'embedding.embeddings.0.embedding.text': 'first',
    'embedding.embeddings.0.embedding.vector': [0.1, 0.2],
    'embedding.embeddings.1.embedding.text': 'second',
  });
  expect(partsOf(embedding).flatMap(({ parts }) => parts)).toEqual([
    { type: 'text', content: 'first' },
    { type: 'text', content: 'second' },
  ]);
});

test("the conventions' own retrieval, and a vector database's events", () => {
  const listed = lookup('retriever', {
    'gen_ai.retrieval.query.text': 'Rain?',
    'gen_ai.retrieval.documents':
      '[{"id":"d1","score":0.5},"odd",{"title":"Rain","uri":"kb://2","metadata":{"page":3}}]',
  });
  const titled = { title: 'Rain', uri: 'kb://2', metadata: { page: 3 } };
  expect(partsOf(listed)[1]?.parts).toEqual([
    {
      type: 'data',
      name: 'documents',
      content: [
        { id: 'd1', content: null, score: 0.5, metadata: null },
        { id: null, content: null, score: null, metadata: titled },
      ],
    },
  ]);
  const told = attributesOf({ 'db.query.result.document': 'It rains.', 'db.query.result.distance': 0.2 });
  const database = span({
    id: '02',
    events: [{ name: 'db.query.result', timeUnixNano: 1n, attributes: told }],
    span: { observation_type: 'retriever' },
  });
  expect(partsOf(database)[0]?.parts).toEqual([
    {
      type: 'data',
      name: 'documents',
      content: [{ id: null, content: 'It rains.', score: 0.2, metadata: null }],
    },
  ]);
});

test('what an agent is to remember is no part of the talk', () => {
  const attributes = {
    'gen_ai.operation.name': 'create_memory',
    'gen_ai.memory.records': '[{"id":"m1","content":"Eats no meat."}]',
  };
  const written = chain({ id: '02', at: 20, attributes });
  expect(conversationOfSpan(written).messages).toHaveLength(1);
  const asked = call({ id: '01', attributes: talk([['user', 'Dinner?']], 'Beans.') });
  expect(linesOf(tellConversation([asked, written]))).toEqual(['user: Dinner?', 'assistant: Beans.']);
});

const judged = attributesOf({
  'gen_ai.evaluation.name': 'relevance',
  'gen_ai.evaluation.score.value': 4,
  'gen_ai.evaluation.score.label': 'pass',
  'gen_ai.evaluation.explanation': 'It answers.',
});
const judgement = { name: 'relevance', score: 4, label: 'pass', explanation: 'It answers.' };

test.for(['event', 'log'] as const)(
  'a judgement that came as %s stands on its span, and is no word of the talk',
  (source) => {
    const at = { name: 'gen_ai.evaluation.result', timeUnixNano: 1n, attributes: judged };
    const answered = call({
      id: '03',
      attributes: {
        'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"Wet."}]}]',
      },
      ...(source === 'event'
        ? { events: [{ ...at }] }
        : { logs: [{ eventName: at.name, timeUnixNano: 1n, body: null, attributes: judged }] }),
    });
    const { messages } = conversationOfSpan(answered);
    expect(messages.map(({ source: from, parts }) => [from, parts[0]])).toEqual([
      ['attribute', { type: 'text', content: 'Wet.' }],
      [source, { type: 'data', name: 'evaluation', content: judgement }],
    ]);
    expect(tellConversation([answered]).messages).toHaveLength(1);
  },
);
