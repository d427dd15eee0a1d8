import { chain } from './build-span.ts';

/** Attributes of Mastra's own kinds of spans. */
export const typed = (type: string, input?: string, output?: string) => ({
  'mastra.span.type': type,
  ...(input === undefined ? {} : { [`mastra.${type}.input`]: input }),
  ...(output === undefined ? {} : { [`mastra.${type}.output`]: output }),
});
/** Of a call, which has the conventions' attributes. */
export const answered = (text: string) => ({
  'mastra.span.type': 'model_inference',
  'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: text }] }]),
});
/** Of a tool. */
export const rained = (args: string) => ({
  'mastra.span.type': 'tool_call',
  'gen_ai.tool.name': 'rain',
  'gen_ai.tool.call.id': 'c1',
  'gen_ai.tool.call.arguments': args,
  'gen_ai.tool.call.result': '"wet"',
});
/** Inside of the span 01. */
export const step = (options: Partial<Parameters<typeof chain>[0]> & { id: string }) =>
  chain({ parent: '01', ms: 20, ...options });

/** As a step has it: with marks in the place of calls and results. */
export const HISTORY =
  '[{"role":"user","content":"Rain?"},{"role":"assistant","content":"Let me see. [tool: rain]"},' +
  '{"role":"tool","content":"[tool-result: rain]"}]';
/** A provider's own answer. */
export const BODY =
  '{"id":"r","object":"response","output":[{"type":"reasoning","summary":[{"type":"summary_text","text":"Hm."}]},' +
  '{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Wet."}]}]}';
