import { describe, expect, test } from 'vitest';
import { conversationOfSpan } from '../conversation.ts';
import { agent, linesOf, log, tool } from '../testing/build-span.ts';

const result = log('', null, {
  'event.name': 'codex.tool_result',
  tool_name: 'shell',
  call_id: 'c1',
  arguments: '{"cmd":"ls"}',
  output: 'No such file.',
  success: 'false',
});

describe("Codex's log records", () => {
  test('of a turn hold what was asked, used and answered', () => {
    const logs = [
      log('codex.user_prompt', null, { prompt: 'Look.' }),
      result,
      log('codex.sse_event', null, { 'event.kind': 'response.completed' }),
      log('codex.agent_response', null, { response: 'Nothing.' }),
    ];
    expect(linesOf(conversationOfSpan(agent({ id: '01', logs })))).toEqual([
      'user: Look.',
      'assistant: shell({"cmd":"ls"})#c1',
      'tool: failed "No such file."#c1',
      'assistant: Nothing.',
    ]);
  });

  test("of a tool's span are its use", () => {
    const told = conversationOfSpan(tool({ id: '01', logs: [result] }));
    expect(linesOf(told)).toEqual(['assistant: shell({"cmd":"ls"})#c1', 'tool: failed "No such file."#c1']);
    expect(told.messages[0]?.source).toBe('log');
  });

  test('are known by their attribute where their name is a place in the source', () => {
    const place = 'event otel/src/events/session_telemetry.rs:1234';
    const logs = [log(place, null, { 'event.name': 'codex.user_prompt', prompt: 'Look.' })];
    expect(linesOf(conversationOfSpan(agent({ id: '01', logs })))).toEqual(['user: Look.']);
  });

  test('without content say nothing', () => {
    const logs = [log('codex.user_prompt', null, { prompt: '[REDACTED]' })];
    expect(linesOf(conversationOfSpan(agent({ id: '01', logs })))).toEqual([]);
  });
});
