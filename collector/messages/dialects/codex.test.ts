import { describe, expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { agent, chain, linesOf, log, tool } from '../testing/build-span.ts';

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

  test('of tools that ran at once tell all calls before the answers, as they began', () => {
    const ran = (call_id: string, at: number, ms: number) => {
      const span = chain({ id: call_id, parent: '00', at, ms, name: 'dispatch_tool_call_with_state' });
      const attributes = { tool_name: 'shell', call_id, arguments: '{}', output: 'ok' };
      const record = log('codex.tool_result', null, attributes);
      return { ...span, logs: [{ ...record, timeUnixNano: span.record.endUnixNano }] };
    };
    const spans = [agent({ id: '00', ms: 90 }), ran('c1', 10, 30), ran('c2', 11, 9)];
    expect(linesOf(tellConversation(spans))).toEqual([
      'assistant: shell({})#c1',
      'assistant: shell({})#c2',
      'tool: "ok"#c2',
      'tool: "ok"#c1',
    ]);
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
