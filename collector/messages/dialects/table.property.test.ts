import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conversationOfSpan } from '../conversation.ts';
import type { ConversationSpan } from '../conversation-span.ts';
import { ReadCache } from '../read-cache.ts';
import { anySpan } from '../testing/arbitrary-span.ts';
import { agent, call, chain, event, log, talk, tool } from '../testing/build-span.ts';
import { DIALECTS } from './table.ts';

test('no dialect throws, whatever a span holds', () => {
  fc.assert(
    fc.property(anySpan, (span) => {
      for (const dialect of DIALECTS) {
        if (!dialect.speaks(span)) continue;
        const { system = [], input = [], output = [] } = dialect.read(span, new ReadCache());
        for (const { content } of [...system, ...input, ...output]) expect(content.parts).not.toEqual([]);
      }
    }),
    { numRuns: 400 },
  );
});

type Texts = readonly [string, string, string];
type Carrier = (texts: Texts) => ConversationSpan;

const json = JSON.stringify;
const textPart = (text: string) => [{ text }];

/** A span of each dialect that holds three texts where the dialect keeps words. */
const CARRIERS: Readonly<Record<string, readonly Carrier[]>> = {
  'google-adk': [
    ([a, b, c]) =>
      call({
        id: '01',
        attributes: {
          'gcp.vertex.agent.llm_request': json({
            config: { systemInstruction: a },
            contents: [{ role: 'user', parts: textPart(b) }],
          }),
          'gcp.vertex.agent.llm_response': json({ content: { role: 'model', parts: textPart(c) } }),
        },
      }),
    ([a, b, c]) =>
      tool({
        id: '01',
        attributes: {
          'gen_ai.tool.name': a,
          'gcp.vertex.agent.tool_call_args': json({ b }),
          'gcp.vertex.agent.tool_response': json({ result: [c] }),
        },
      }),
    ([a, b, c]) =>
      chain({ id: '01', attributes: { 'gcp.vertex.agent.llm_response': json({ a, d: { b }, c }) } }),
  ],
  'claude-code': [
    ([a, b, c]) =>
      call({
        id: '01',
        attributes: {
          'span.type': 'llm_request',
          user_system_prompt: a,
          new_context: `[USER]\n${b}`,
          'response.model_output': c,
        },
      }),
    ([a, b, c]) =>
      call({
        id: '01',
        attributes: {
          'span.type': 'llm_request',
          new_context: `[TOOL RESULT: ${a}]\n[{"type":"text","text":"<system-reminder>${b}"}]`,
          system_reminders: c,
        },
      }),
    ([a, b, c]) =>
      tool({
        id: '01',
        attributes: { 'span.type': 'tool', tool_name: a, tool_input: `[TOOL INPUT: x]\n{"b":"${b}"}` },
        events: [event('tool.output', { bash_command: c })],
      }),
    ([a, b, c]) =>
      agent({
        id: '01',
        logs: [
          log('claude_code.user_prompt', null, { prompt: a }),
          log('claude_code.tool_result', null, {
            tool_use_id: 'c1',
            tool_name: 'x',
            tool_input: json({ b }),
          }),
          log('claude_code.assistant_response', null, { response: c }),
        ],
      }),
    ([a, b, c]) =>
      agent({
        id: '01',
        logs: [
          log('claude_code.api_request_body', null, {
            body: json({ model: 'm', system: a, messages: [{ role: 'user', content: b }] }),
          }),
          log('claude_code.api_response_body', null, {
            body: json({ role: 'assistant', content: [{ type: 'text', text: c }] }),
          }),
        ],
      }),
  ],
  langfuse: [
    ([a, b, c]) =>
      call({
        id: '01',
        attributes: {
          'langfuse.observation.input': json({ messages: [{ role: 'user', content: a }] }),
          'langfuse.observation.output': json({ role: 'assistant', content: b }),
          'langfuse.observation.metadata.instructions': c,
        },
      }),
    ([a, b, c]) =>
      chain({
        id: '01',
        attributes: {
          'langfuse.trace.input': json({ a, d: [b] }),
          'langfuse.trace.output': json([c, { e: 1 }]),
        },
      }),
  ],
  genkit: [
    ([a, b, c]) =>
      call({
        id: '01',
        attributes: {
          'genkit:input': json({
            messages: [
              { role: 'user', content: textPart(a) },
              { role: 'tool', content: [{ toolResponse: { name: 'x', output: b } }] },
            ],
          }),
          'genkit:output': json({
            message: { role: 'model', content: [{ reasoning: c }, { custom: { a } }] },
          }),
        },
      }),
    ([a, b, c]) =>
      chain({ id: '01', attributes: { 'genkit:input': json({ a, d: b }), 'genkit:output': json([[c]]) } }),
  ],
  mastra: [
    ([a, b, c]) =>
      chain({
        id: '01',
        attributes: {
          'mastra.span.type': 'model_step',
          'mastra.model_step.input': json([{ role: 'user', content: a }]),
          'mastra.model_step.output': json({ text: b, toolCalls: [{ toolName: 'x', args: { c } }] }),
        },
      }),
    ([a, b, c]) =>
      agent({
        id: '01',
        attributes: {
          'mastra.span.type': 'agent_run',
          'mastra.agent_run.input': a,
          'mastra.agent_run.output': json({ text: b, files: [{ kind: c }] }),
        },
      }),
    ([a, b, c]) =>
      chain({
        id: '01',
        attributes: {
          'mastra.span.type': 'workflow_run',
          'mastra.workflow_run.input': json({ a, d: { b } }),
          'mastra.workflow_run.output': json([c, 1]),
        },
      }),
  ],
  codex: [
    ([a, b, c]) =>
      agent({
        id: '01',
        logs: [
          log('codex.user_prompt', null, { prompt: a }),
          log('codex.tool_result', null, { tool_name: 'x', call_id: 'c1', arguments: json({ b }) }),
          log('codex.agent_response', null, { response: c }),
        ],
      }),
  ],
  copilot: [
    ([a, b, c]) =>
      call({ id: '01', attributes: { ...talk([['user', a]], b), 'copilot_chat.reasoning_content': c } }),
  ],
  'gemini-cli': [
    ([a, b, c]) =>
      chain({ id: '01', attributes: { 'input-json': json({ a, d: b }), 'output-json': json([c, 1]) } }),
  ],
  strands: [
    ([a, b, c]) =>
      agent({
        id: '01',
        attributes: { system_prompt: json([{ text: a }, { text: b }]) },
        events: [event('gen_ai.user.message', { content: json(textPart(c)) })],
      }),
  ],
};

describe('nothing that was recorded is lost', () => {
  test.each(Object.entries(CARRIERS))('in spans of %s', (name, carriers) => {
    expect(DIALECTS.map((dialect) => dialect.name)).toContain(name);
    const texts = fc.tuple(fc.uuid(), fc.uuid(), fc.uuid());
    fc.assert(
      fc.property(texts, fc.constantFrom(...carriers), (held, carrier) => {
        const told = json(conversationOfSpan(carrier(held)).messages);
        for (const text of held) expect(told).toContain(text);
      }),
      { numRuns: 20 },
    );
  });
});
