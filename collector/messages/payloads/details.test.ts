import { describe, expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { ReadCache } from '../read-cache.ts';
import { messagesOf, textMessage } from '../testing/build-messages.ts';
import { call, lineOf, linesOf } from '../testing/build-span.ts';
import { readParts } from './parts.ts';

const read = (block: unknown): string =>
  lineOf('user', readParts([block], new ReadCache())).replace('user: ', '');

const TITLED = { title: 'Rules', context: 'Of 2026' };
const RULES = `media_details=${JSON.stringify(TITLED)}`;
const PIECE = { startOffset: '5s', endOffset: '9s' };

test.for<[says: string, block: object, parts: string]>([
  [
    'Anthropic’s title and context of a document',
    { type: 'document', source: { type: 'url', url: 'https://a.b/c.pdf' }, ...TITLED },
    `document https://a.b/c.pdf + ${RULES}`,
  ],
  [
    'those of a document in words',
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'No running.' }, ...TITLED },
    `No running. + ${RULES}`,
  ],
  [
    'none where both are null',
    { type: 'document', source: { type: 'file', file_id: 'f1' }, title: null, context: null },
    'document file f1',
  ],
  [
    'the MCP server of a call',
    { type: 'mcp_tool_use', id: 'm1', name: 'find', server_name: 'maps', input: { q: 1 } },
    'find({"q":1})#m1 + tool_details={"server_name":"maps"}',
  ],
  [
    'Bedrock’s name of a document',
    { document: { format: 'pdf', name: 'Rules', source: { bytes: 'AA' } } },
    'document application/pdf AA + media_details={"name":"Rules"}',
  ],
  [
    'OpenAI’s name of a file',
    { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA' } },
    'document application/pdf AA + media_details={"filename":"a.pdf"}',
  ],
  [
    'that of a file it keeps',
    { type: 'input_file', file_id: 'f1', filename: 'a.pdf' },
    'document file f1 + media_details={"filename":"a.pdf"}',
  ],
  [
    'Gemini’s piece of a video',
    { fileData: { mimeType: 'video/mp4', fileUri: 'gs://b/v.mp4' }, videoMetadata: PIECE },
    `video gs://b/v.mp4 + media_details=${JSON.stringify({ videoMetadata: PIECE })}`,
  ],
  [
    'that of one in place, in snake_case',
    { inline_data: { mime_type: 'video/mp4', data: 'AA', display_name: 'v' }, video_metadata: { fps: 2 } },
    'video video/mp4 AA + media_details={"display_name":"v","video_metadata":{"fps":2}}',
  ],
  [
    'Vercel’s name of a file',
    { type: 'file', data: 'AA', mediaType: 'application/pdf', filename: 'a.pdf' },
    'document application/pdf AA + media_details={"filename":"a.pdf"}',
  ],
])('what a block says beside its medium or call is told: %s', ([, block, parts]) => {
  expect(read(block)).toBe(parts);
});

describe('a document in a later history', () => {
  const DOCUMENT = { type: 'document', source: { type: 'url', url: 'https://a.b/c.pdf' } };
  const asked = (document: object) => ({
    role: 'user',
    parts: [document, { type: 'text', content: 'What may I do?' }],
  });
  const answered = textMessage('assistant', 'Walk.');
  const told = (later: object): readonly string[] =>
    linesOf(
      tellConversation([
        call({ id: '01', attributes: messagesOf([asked({ ...DOCUMENT, ...TITLED })], [answered]) }),
        call({
          id: '02',
          at: 50,
          attributes: messagesOf(
            [asked(later), answered, textMessage('user', 'And run?')],
            [textMessage('assistant', 'No.')],
          ),
        }),
      ]),
    );

  test.for<[copy: string, document: object]>([
    ['as it was', { ...DOCUMENT, ...TITLED }],
    ['without its title', DOCUMENT],
    ['with another one', { ...DOCUMENT, title: 'Old rules' }],
  ])('is the same %s', ([, document]) => {
    expect(told(document)).toEqual([
      `user: document https://a.b/c.pdf + ${RULES} + What may I do?`,
      'assistant: Walk.',
      'user: And run?',
      'assistant: No.',
    ]);
  });

  test('that is another one brings its own title', () => {
    const other = { type: 'document', source: { type: 'url', url: 'https://a.b/d.pdf' }, title: 'Other' };
    expect(told(other).join('\n')).toContain('document https://a.b/d.pdf + media_details={"title":"Other"}');
  });
});

test('a call of an MCP server is the same in a later history that leaves its server out, and with its id', () => {
  const use = { type: 'mcp_tool_use', id: 'm1', name: 'find', input: { q: 1 } };
  const question = textMessage('user', 'Where?');
  const result = { type: 'mcp_tool_result', tool_use_id: 'm1', content: 'Here.' };
  const answer = (block: object) => ({ role: 'assistant', parts: [block, result] });
  const { id: _, ...withoutId } = use;
  for (const first of [use, withoutId]) {
    const lines = linesOf(
      tellConversation([
        call({ id: '01', attributes: messagesOf([question], [answer({ ...first, server_name: 'maps' })]) }),
        call({
          id: '02',
          at: 50,
          attributes: messagesOf(
            [question, answer(use), textMessage('user', 'Thanks.')],
            [textMessage('assistant', 'Welcome.')],
          ),
        }),
      ]),
    );
    expect(lines).toEqual([
      'user: Where?',
      'assistant: find({"q":1})#m1 + tool_details={"server_name":"maps"} + "Here."#m1',
      'user: Thanks.',
      'assistant: Welcome.',
    ]);
  }
});
