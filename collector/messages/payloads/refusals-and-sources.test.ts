import { describe, expect, test } from 'vitest';
import { sourcesOf } from '../asides.ts';
import { ReadCache } from '../read-cache.ts';
import { lineOf } from '../testing/build-span.ts';
import { readParts } from './parts.ts';
import { readResponse } from './response.ts';

const answer = (value: unknown) => readResponse(value, new ReadCache()) ?? [];
const lines = (value: unknown): readonly string[] =>
  answer(value).map(({ role, parts }) => lineOf(role, parts));
const partsOf = (value: unknown) => answer(value).flatMap(({ parts }) => parts);
const sources = (value: unknown) =>
  partsOf(value)
    .flatMap((part) => sourcesOf(part) ?? [])
    .map(({ title, url, quote }) => [title, url, quote]);

describe('refusals', () => {
  test.each([
    [
      "a chat completion's",
      { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: null, refusal: 'No.' } }] },
    ],
    [
      "a part's",
      { choices: [{ message: { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] } }] },
    ],
    [
      "a part's of OpenLLMetry",
      { choices: [{ message: { role: 'assistant', content: [{ type: 'refusal', content: 'No.' }] } }] },
    ],
    [
      "a turn's of the Responses API",
      { output: [{ type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] }] },
    ],
  ])('%s is told once, as one', (_what, value) => {
    expect(lines(value)).toEqual(['assistant: refusal="No."']);
  });

  test('that there is none is not told', () => {
    expect(lines({ choices: [{ message: { role: 'assistant', content: 'Yes.', refusal: null } }] })).toEqual([
      'assistant: Yes.',
    ]);
  });
});

describe('reasoning that only the provider can read', () => {
  test.each([
    ['Anthropic', { type: 'redacted_thinking', data: 'x' }],
    ['Anthropic, without its words', { type: 'thinking', thinking: '', signature: 'x' }],
    ['OpenAI', { type: 'reasoning', id: 'rs', summary: [], encrypted_content: 'x' }],
    ['the Agents SDK', { type: 'reasoning', content: [], providerData: { encryptedContent: 'x' } }],
    ['Bedrock', { reasoningContent: { redactedContent: 'eA==' } }],
    ['the AI SDK 4', { type: 'redacted-reasoning', data: 'x' }],
    ['the AI SDK 5', { type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData: 'x' } } }],
  ])('of %s is told as such, with all that was recorded', (_who, block) => {
    const [part, ...rest] = readParts([block], new ReadCache());
    expect(rest).toEqual([]);
    expect(part).toMatchObject({ type: 'data', name: 'redacted_reasoning' });
    expect(part?.type === 'data' && JSON.stringify(part.content)).toMatch(/x|eA==/);
  });

  test('is not told beside the summary that can be read', () => {
    const item = {
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'Hm.' }],
      encrypted_content: 'x',
    };
    expect(lines({ output: [item, { type: 'message', role: 'assistant', content: 'Yes.' }] })).toEqual([
      'assistant: (Hm.) + Yes.',
    ]);
  });

  test('stands before what was said', () => {
    const content = [
      { type: 'redacted_thinking', data: 'x' },
      { type: 'text', text: 'Yes.' },
    ];
    expect(lines({ role: 'assistant', content })).toEqual([
      'assistant: redacted_reasoning={"type":"redacted_thinking","data":"x"} + Yes.',
    ]);
  });

  test('that is nothing says nothing', () => {
    for (const block of [
      { type: 'reasoning', summary: [] },
      { type: 'thinking', thinking: '' },
      { type: 'reasoning', text: '' },
    ])
      expect(
        readParts([block], new ReadCache()).filter(
          (part) => part.type === 'data' && part.name === 'redacted_reasoning',
        ),
      ).toEqual([]);
  });
});

describe('sources', () => {
  const cited = { url: 'https://e.test/', title: 'Rome' };
  const pair = ['Rome', 'https://e.test/', null];

  test.each([
    [
      'annotations of an answer',
      {
        choices: [
          {
            message: {
              role: 'assistant',
              content: 'Wet.',
              annotations: [{ type: 'url_citation', url_citation: { ...cited, start_index: 0 } }],
            },
          },
        ],
      },
      [pair],
    ],
    [
      'annotations of a part',
      {
        output: [
          {
            type: 'message',
            role: 'assistant',
            content: [
              {
                type: 'output_text',
                text: 'Wet.',
                annotations: [
                  { type: 'url_citation', ...cited },
                  { type: 'file_citation', file_id: 'f1', filename: 'rain.pdf', index: 3 },
                ],
              },
            ],
          },
        ],
      },
      [pair, ['rain.pdf', null, null]],
    ],
    [
      "annotations of Azure's wrapped text",
      {
        role: 'assistant',
        content: [
          {
            type: 'text',
            text: { value: 'Wet.', annotations: [{ type: 'url_citation', url_citation: cited }] },
          },
        ],
      },
      [pair],
    ],
    [
      "Gemini's grounding",
      {
        candidates: [
          {
            content: { role: 'model', parts: [{ text: 'Wet.' }] },
            finishReason: 'STOP',
            groundingMetadata: {
              webSearchQueries: ['rain rome'],
              groundingChunks: [{ web: { uri: cited.url, title: cited.title } }],
            },
          },
        ],
      },
      [pair],
    ],
    [
      "Gemini's grounding in snake_case",
      {
        candidates: [
          {
            content: { role: 'model', parts: [{ text: 'Wet.' }] },
            grounding_metadata: {
              grounding_chunks: [
                { retrievedContext: { uri: cited.url, title: cited.title, text: 'It rains.' } },
              ],
            },
          },
        ],
      },
      [['Rome', 'https://e.test/', 'It rains.']],
    ],
    [
      'addresses',
      { choices: [{ message: { role: 'assistant', content: 'Wet.', citations: ['https://e.test/'] } }] },
      [[null, 'https://e.test/', null]],
    ],
  ])('%s are told after what was said', (_what, value, expected) => {
    expect(sources(value)).toEqual(expected);
    expect(partsOf(value).map(({ type }) => type)).toEqual(['text', 'data']);
  });

  test("Anthropic's pieces of a text name theirs together, each once", () => {
    const location = {
      type: 'web_search_result_location',
      url: cited.url,
      title: cited.title,
      cited_text: 'It rains.',
    };
    const content = [
      { type: 'text', text: 'I looked: ' },
      { type: 'text', text: 'wet', citations: [location] },
      { type: 'text', text: ' and cold', citations: [location, { ...location, cited_text: 'It is cold.' }] },
      { type: 'text', text: '.', citations: null },
    ];
    expect(sources({ role: 'assistant', content })).toEqual([
      ['Rome', 'https://e.test/', 'It rains.'],
      ['Rome', 'https://e.test/', 'It is cold.'],
    ]);
    expect(partsOf({ role: 'assistant', content }).at(-1)).toMatchObject({
      name: 'citations',
      content: [{ recorded: location }, { recorded: { cited_text: 'It is cold.' } }],
    });
  });

  test("Bedrock's and the AI SDK's are read too", () => {
    const bedrock = {
      citationsContent: { content: [{ text: 'Wet.' }], citations: [{ title: 'Rome', location: {} }] },
    };
    expect(sources({ role: 'assistant', content: [bedrock] })).toEqual([['Rome', null, null]]);
    const sdk = [
      { type: 'text', text: 'Wet.' },
      { type: 'source', sourceType: 'url', id: '1', ...cited },
    ];
    expect(sources({ role: 'assistant', content: sdk })).toEqual([pair]);
  });

  test('that are none are not told', () => {
    const content = [{ type: 'text', text: 'Wet.', citations: [], annotations: [{}] }];
    expect(lines({ role: 'assistant', content })).toEqual(['assistant: Wet.']);
  });
});
