import * as fc from 'fast-check';
import type { AttributeValue } from '../../decode/records.ts';
import type { ConversationSpan } from '../conversation-span.ts';
import { agent, call, chain, event, log, span, tool } from './build-span.ts';

const KEYS = [
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.system_instructions',
  'gen_ai.tool.definitions',
  'gen_ai.tool.call.arguments',
  'gen_ai.tool.call.result',
  'gen_ai.tool.name',
  'gen_ai.prompt',
  'gen_ai.completion',
  'gen_ai.response.id',
  'ai.prompt',
  'ai.prompt.messages',
  'ai.prompt.tools',
  'ai.response.text',
  'ai.response.toolCalls',
  'ai.response.files',
  'ai.toolCall.args',
  'ai.toolCall.name',
  'input.value',
  'output.value',
  'llm.invocation_parameters',
  'llm.tools.0.tool.json_schema',
  'llm.input_messages.0.message.role',
  'llm.input_messages.0.message',
  'llm.input_messages.1.message.content',
  'llm.input_messages.99999999999.message.contents.0.message_content.text',
  'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments',
  'llm.output_messages.__proto__.message.role',
  'content',
  'message',
  'tool_calls',
  'id',
  'gcp.vertex.agent.llm_request',
  'gcp.vertex.agent.llm_response',
  'gcp.vertex.agent.tool_call_args',
  'gcp.vertex.agent.tool_response',
  'gcp.vertex.agent.data',
  'langfuse.observation.input',
  'langfuse.observation.output',
  'langfuse.trace.input',
  'langfuse.observation.metadata.instructions',
  'langfuse.observation.metadata.tools',
  'langfuse.observation.status_message',
  'mastra.span.type',
  'mastra.model_step.input',
  'mastra.model_step.output',
  'mastra.model_chunk.output',
  'mastra.agent_run.input',
  'mastra.agent_run.output',
  'mastra.metadata.body',
  'input',
  'output',
  'genkit:input',
  'genkit:output',
  'genkit:name',
  'span.type',
  'user_prompt',
  'new_context',
  'tool_input',
  'tool_use_id',
  'tool_name',
  'tool_parameters',
  'tool',
  'tools',
  'system_reminders',
  'user_system_prompt',
  'response.model_output',
  'body',
  'prompt',
  'response',
  'arguments',
  'call_id',
  'copilot_chat.reasoning_content',
  'copilot_chat.user_request',
  'input-json',
  'output-json',
  'system_prompt',
  'gen_ai.agent.input',
  'error',
];

const deep = (open: string, close: string): string => open.repeat(10_000) + close.repeat(10_000);
const REAL_TEXTS = [
  '[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]',
  '[{"role":"assistant","parts":[{"type":"tool_call","id":"c","name":"n","arguments":{"a":1}}]}]',
  '{"model":"m","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,AA"}}]}]}',
  '{"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"function":{"name":"n"}}]}}]}',
  '[{"toolResult":{"toolUseId":"c","content":[{"json":{}}]}}]',
  '{"contents":[{"role":"user","parts":[{"text":"Hi"},{"functionResponse":{"name":"n","response":{"error":1}}}]}]}',
  '{"message":{"role":"model","content":[{"toolRequest":{"name":"n"}},{"media":{"url":"data:,"}}]}}',
  '[USER]\nHi\n\n---\n\n[TOOL RESULT: c]\n[{"type":"text","text":"<system-reminder>"}]',
  '{"text":"Hi","toolCalls":[],"files":[null],"toolName":"n","object":{}}',
  '[{"role":"assistant","content":"[tool: n]"},{"role":"tool","content":"[tool-result: n]"}]',
  'model_step',
  'model_chunk',
  'agent_run',
  '{"messages":[[{"lc":1,"type":"constructor","id":["x","AIMessage"],"kwargs":{"content":[]}}]]}',
];

/** Valid, cut off, too deep, of another type: what exporters, and people who test them, send. */
const texts = fc.oneof(
  fc.string(),
  fc.json(),
  fc.constantFrom(...REAL_TEXTS),
  fc
    .tuple(fc.constantFrom(...REAL_TEXTS), fc.nat(100))
    .map(([text, percent]) => text.slice(0, (text.length * percent) / 100)),
  fc.constantFrom(
    deep('[', ']'),
    deep('{"a":', '}'),
    deep('{"role":"user","content":[', ']}'),
    '{"__proto__":{"a":1}}',
  ),
);
/** What an attribute may hold. */
export const anyValue: fc.Arbitrary<AttributeValue> = fc.letrec<{ value: AttributeValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    texts,
    fc.boolean(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.double(),
    fc.constant(null),
    fc.uint8Array(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }).map((object) => new Map(Object.entries(object))),
  ),
})).value;
const logNames = fc.constantFrom(
  'gen_ai.choice',
  'codex.user_prompt',
  'codex.tool_result',
  'codex.agent_response',
  'claude_code.user_prompt',
  'claude_code.tool_result',
  'claude_code.tool',
  'claude_code.system_prompt',
  'claude_code.assistant_response',
  'claude_code.api_request_body',
  'claude_code.api_response_body',
);
const attributes = fc.dictionary(fc.constantFrom(...KEYS), anyValue, { maxKeys: 8 });
const events = fc.array(
  fc
    .tuple(
      fc.constantFrom(
        'gen_ai.user.message',
        'gen_ai.assistant.message',
        'gen_ai.tool.message',
        'gen_ai.choice',
        'gen_ai.client.inference.operation.details',
        'exception',
        'tool.output',
        'tool.input',
      ),
      attributes,
    )
    .map(([name, own]) => event(name, own)),
  { maxLength: 3 },
);
/** A span of any kind, as exporters and those who test them send it. */
export const anySpan: fc.Arbitrary<ConversationSpan> = fc
  .record({
    make: fc.constantFrom(span, call, agent, chain, tool),
    id: fc.constantFrom('01', '02', '03', '04'),
    parent: fc.constantFrom('01', '02', '03', '05'),
    trace: fc.constantFrom('a1', 'a2'),
    at: fc.nat(20),
    ms: fc.nat(20),
    attributes,
    events,
    logs: fc.array(
      fc.tuple(logNames, anyValue, attributes).map(([name, body, own]) => log(name, body, own)),
      { maxLength: 3 },
    ),
    error: fc.option(fc.string(), { nil: undefined }),
  })
  .map(({ make, error, ...options }) => make({ ...options, ...(error === undefined ? {} : { error }) }));
