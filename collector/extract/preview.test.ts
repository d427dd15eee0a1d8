import { describe, expect, test } from 'vitest';
import { clip, inputPreview, outputPreview, textPreview, valuePreview } from './preview.ts';

const chat = (...messages: readonly (readonly [role: string, content: unknown])[]): string =>
  JSON.stringify(messages.map(([role, content]) => ({ role, content })));

describe('clip', () => {
  test('cuts to 200 characters, never inside a surrogate pair', () => {
    expect(clip('x'.repeat(500))).toHaveLength(200);
    expect(clip(`${'x'.repeat(199)}😀 tail`)).toBe('x'.repeat(199));
    expect(clip(`${'x'.repeat(198)}😀 tail`)).toBe(`${'x'.repeat(198)}😀`);
  });

  test('blank text is no preview', () => {
    expect(clip(' \n')).toBeNull();
  });
});

describe('input', () => {
  test('is the first user message', () => {
    const text = chat(['system', 'Be brief.'], ['user', 'One\n"two"'], ['assistant', 'x'], ['user', 'Three']);
    expect(inputPreview(text)).toBe('One\n"two"');
  });

  test('joins text parts and passes over others', () => {
    const content = [
      { type: 'image', data: 'x' },
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ];
    expect(inputPreview(chat(['user', [{ type: 'tool_result', content: 'no' }]], ['user', content]))).toBe(
      'a\nb',
    );
  });

  test('passes over a system prompt of many thousand characters', () => {
    expect(inputPreview(chat(['system', 'y"'.repeat(20_000)], ['user', 'Hi']))).toBe('Hi');
  });

  test('a message longer than the scan shows its beginning', () => {
    expect(inputPreview(chat(['user', 'z'.repeat(300_000)]))).toBe('z'.repeat(200));
    expect(inputPreview(chat(['user', '\\"'.repeat(300_000)]))).toBe('\\"'.repeat(100));
  });

  test.each([
    ['plain text', 'Hi', 'Hi'],
    ['text that begins with a bracket', '[INST] Hi', '[INST] Hi'],
    ['a JSON string', '"Hi"', 'Hi'],
    ['a request', '{"model":"m","messages":[{"role":"user","content":"Hi"}]}', 'Hi'],
    ['the arguments of a wrapped call', '{"args":[{"messages":[{"role":"user","content":"Hi"}]},{}]}', 'Hi'],
    ['the arguments of a wrapped function', '{"args":["Hi",2],"kwargs":{}}', 'Hi'],
    ['no arguments of a wrapped function', '{"args":[],"kwargs":{"n":2}}', null],
    ['Gemini', '{"contents":[{"role":"user","parts":[{"text":"Hi"}]}]}', 'Hi'],
    ['a list of lists', '[[{"role":"user","content":"Hi"}]]', 'Hi'],
    ['content blocks', '[{"text":"Hi"}]', 'Hi'],
    ['no user message', '[{"role":"system","content":"Hi"}]', null],
    ['what a person answered a graph', '{"lg_name":"Command","resume":"Rome","goto":[]}', 'Rome'],
    ['that a person said yes', '{"lg_name":"Command","resume":true,"goto":[]}', 'true'],
    ["a person's answer with fields", '{"resume":[{"type":"accept"}],"goto":[]}', '[{"type":"accept"}]'],
    ['JSON that is no conversation', '{"city":"Paris"}', null],
    ['JSON cut by the exporter', '[{"role":"user","content":"Hi', 'Hi'],
    ['a role in upper case', '[{"role":"SYSTEM","content":"x"},{"role":"User","content":"Hi"}]', 'Hi'],
    ['a pair whose role is in upper case', '[["System","x"],["User","Hi"]]', 'Hi'],
    [
      'roles named like object members',
      '[{"role":"constructor","content":"x"},{"role":"user","content":"Hi"}]',
      'Hi',
    ],
  ])('%s', (_what, text, expected) => {
    expect(inputPreview(text)).toBe(expected);
  });
});

describe('output', () => {
  test('is the last assistant message with text', () => {
    const call = [{ type: 'tool-call', toolName: 'f', input: { text: 'no' } }];
    const text = chat(
      ['user', 'q'],
      ['assistant', 'first'],
      ['assistant', 'last'],
      ['assistant', call],
      ['tool', 't'],
    );
    expect(outputPreview(text)).toBe('last');
  });

  test('is nothing that was said before the user asked', () => {
    const call = [{ type: 'tool_use', name: 'f', input: {} }];
    const before = [
      ['user', 'q'],
      ['assistant', 'old'],
    ] as const;
    expect(outputPreview(chat(...before, ['user', 'more'], ['assistant', call]))).toBeNull();
    // A tool's result that comes as a user's message asks nothing.
    const result = [{ type: 'tool_result', content: '18' }];
    const looked = chat(...before, ['assistant', call], ['user', result], ['assistant', call]);
    expect(outputPreview(looked)).toBe('old');
    // Agents that speak to each other as users end with one.
    expect(outputPreview(chat(...before, ['user', 'over to you']))).toBe('old');
  });

  test('is not known of a history that is longer than the scan', () => {
    const long = ['user', 'z'.repeat(70_000)] as const;
    expect(outputPreview(chat(['user', 'q'], ['assistant', 'old'], long, ['assistant', 'new']))).toBeNull();
    expect(outputPreview(chat(['assistant', 'z'.repeat(70_000)]))).toBe('z'.repeat(200));
  });

  test.each([
    ['OpenAI', '{"choices":[{"index":0,"message":{"role":"assistant","content":"Hi"}}]}', 'Hi'],
    [
      "a response of Gemini's",
      '{"candidates":[{"content":{"role":"model","parts":[{"text":"Hi"}]},"finishReason":"STOP"}]}',
      'Hi',
    ],
    [
      'Gemini, without its thoughts',
      '[{"role":"model","parts":[{"text":"hm","thought":true},{"text":"Hi"}]}]',
      'Hi',
    ],
    [
      "pieces of Gemini's stream, of which some are white space alone",
      '[{"role":"model","parts":[{"text":"Hi"},{"text":"\\n\\n"},{"text":"Ann"}]}]',
      'Hi\n\nAnn',
    ],
    [
      'the same with the role behind them, as its API has it',
      '[{"parts":[{"text":"Hi"},{"text":" "},{"text":"Ann"}],"role":"model"}]',
      'Hi Ann',
    ],
    ["an answer of Gemini's that is white space", '[{"role":"model","parts":[{"text":" "}]}]', null],
    [
      'Anthropic, without its thinking',
      '{"role":"assistant","content":[{"type":"thinking","text":"hm"},{"type":"text","text":"Hi"}]}',
      'Hi',
    ],
    [
      'a role in upper case, without its thoughts',
      '[{"role":"Assistant","content":"Hi"},{"role":"Reasoning","content":"hm"}]',
      'Hi',
    ],
    ['a result object', '{"text":"Hi","toolCalls":[]}', 'Hi'],
    ['only tool calls', '[{"role":"assistant","parts":[{"type":"tool_call","name":"f"}]}]', null],
    ['null content', '[{"role":"assistant","content":null}]', null],
  ])('%s', (_what, text, expected) => {
    expect(outputPreview(text)).toBe(expected);
  });

  test('structured messages read as their JSON does', () => {
    const parts = [
      new Map([
        ['type', 'text'],
        ['content', 'Hi'],
      ]),
    ];
    expect(
      outputPreview([
        new Map<string, string | typeof parts>([
          ['role', 'assistant'],
          ['parts', parts],
        ]),
      ]),
    ).toBe('Hi');
  });
});

test('a value that is no conversation shows as it is', () => {
  expect(valuePreview('{"city":"Paris"}')).toBe('{"city":"Paris"}');
  expect(valuePreview(new Map([['n', 1n]]))).toBe('{"n":1}');
  expect(valuePreview(new Map([['n', 2n ** 62n]]))).toBe('{"n":4611686018427387904}');
  expect(valuePreview(new Uint8Array(3))).toBeNull();
  expect(textPreview('{"output":{"type":"constructor","kwargs":{"content":"sunny"}}}')).toBe('sunny');
});

test('a function that took or returned nothing has no preview', () => {
  expect([inputPreview('null'), outputPreview('null')]).toEqual([null, null]);
});
