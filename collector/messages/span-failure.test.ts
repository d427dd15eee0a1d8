import { expect, test } from 'vitest';
import { conversationOfSpan } from './conversation.ts';
import { event, linesOf, tool } from './testing/build-span.ts';

const CALL = 'assistant: rain({})#c1';

/** What a failed tool's span says of itself, with its reason in its status, or thrown with a stack. */
function linesOfFailed(reason: string, { result, isThrown = false }: Options = {}): readonly string[] {
  const attributes = {
    'gen_ai.tool.name': 'rain',
    'gen_ai.tool.call.id': 'c1',
    'gen_ai.tool.call.arguments': '{}',
    ...(result === undefined ? {} : { 'gen_ai.tool.call.result': result }),
  };
  const failed = tool({ id: '01', attributes, error: reason });
  const thrown = event('exception', {
    'exception.type': 'KeyError',
    'exception.message': reason,
    'exception.stacktrace': 'File "rain.py"',
  });
  const record = { ...failed.record, events: isThrown ? [thrown] : [] };
  return linesOf(conversationOfSpan({ ...failed, record }));
}

type Options = { readonly result?: string; readonly isThrown?: boolean };

test('why a tool failed is told once where its result says it, also among other words', () => {
  expect(linesOfFailed('no such city')).toEqual([CALL, 'tool: failed "no such city"#c1']);
  expect(linesOfFailed('no "such" city', { result: '{"error":"no \\"such\\" city"}' })).toEqual([
    CALL,
    'tool: failed {"error":"no \\"such\\" city"}#c1',
  ]);
});

test('a failure that says more than the result of its tool, or has a stack, stands beside it', () => {
  expect(linesOfFailed('killed', { result: 'exit code 1' })).toEqual([
    CALL,
    'tool: failed "exit code 1"#c1',
    'assistant: null! killed',
  ]);
  expect(linesOfFailed('no such city', { isThrown: true })).toEqual([
    CALL,
    'tool: failed "no such city"#c1',
    'assistant: KeyError! no such city',
  ]);
});
