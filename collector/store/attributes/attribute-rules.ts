/** Longer texts are cut in the index; `eq` then compares the value in the stored span. */
const INDEXED_CHARACTERS = 128;

/** How a value stands in the index. */
export type IndexValue = string | number | bigint | Uint8Array;

/** Stands for a value of which only the presence is indexed. */
export const PRESENT: Uint8Array = new Uint8Array(0);
const FALSE = new Uint8Array([0]);
const TRUE = new Uint8Array([1]);

/** Booleans are blobs of one byte, so that `true` and 1 stay apart. */
export const indexedBoolean = (value: boolean): Uint8Array => (value ? TRUE : FALSE);

/**
 * Text as it is indexed. A cut text is told by its length, which the ellipsis makes greater than any other's. Half of a
 * surrogate pair at the cut becomes what SQLite would store, so that the span's row and the index hold the same.
 */
export const indexedText = (text: string): string =>
  text.length > INDEXED_CHARACTERS ? `${text.slice(0, INDEXED_CHARACTERS).toWellFormed()}…` : text;

/**
 * Attribute keys that a span's column holds already, by the field that shows it: they need no row in the index. A
 * filter by such a key asks the column, and so also finds what another convention said in words of its own.
 */
export const FIELD_OF_KEY: ReadonlyMap<string, string> = new Map([
  ['gen_ai.operation.name', 'gen_ai_operation_name'],
  ['gen_ai.provider.name', 'gen_ai_system'],
  ['gen_ai.request.model', 'gen_ai_request_model'],
  ['gen_ai.response.model', 'gen_ai_response_model'],
  ['gen_ai.response.finish_reasons', 'finish_reasons'],
  ['gen_ai.agent.name', 'agent_name'],
  ['gen_ai.tool.name', 'tool_name'],
  ['gen_ai.usage.input_tokens', 'reported_input_tokens'],
  ['gen_ai.usage.output_tokens', 'reported_output_tokens'],
  ['service.name', 'service_name'],
  ['session.id', 'reported_session_id'],
  ['user.id', 'reported_user_id'],
  ['deployment.environment.name', 'environment'],
]);

/** Messages, instructions, tool definitions and what tools were given and gave, in the words of several conventions. */
const CONTENT = [
  /^gen_ai\.(?:input|output)[._]messages(?:\.|$)/,
  /^gen_ai\.system_instructions(?:\.|$)/,
  /^gen_ai\.tool\.(?:definitions|call\.arguments|call\.result)(?:\.|$)/,
  /^gen_ai\.(?:prompt|completion)(?:\.\d|$)/,
  /^(?:gen_ai|llm)\.request\.functions(?:\.|$)/,
  /^llm\.(?:input_messages|output_messages|tools|prompts|completions)(?:\.|$)/,
  /^(?:input|output)\.value$/,
  /^ai\.(?:prompt|response)(?:\.(?:messages|tools|text|object|toolCalls))?$/,
  /^ai\.toolCall\.(?:args|result)$/,
  /^(?:pydantic_ai\.all_messages|all_messages_events|events|final_result|tool_arguments|tool_response)$/,
  /^(?:request|response)_data$/,
  /^mlflow\.(?:span(?:Inputs|Outputs)|chat\.(?:messages|tools))$/,
  /^crewai\.(?:crew|task|agent)\.result$/,
  /^(?:traceloop\.entity|langfuse\.(?:observation|trace))\.(?:input|output)$/,
];

/** Only the presence of such an attribute is indexed. */
export const isContent = (key: string): boolean => CONTENT.some((pattern) => pattern.test(key));

/** A later item of a list that was spread over keys, `gen_ai.prompt.7.role`: the first one stands for all. */
export const isLaterItem = (key: string): boolean => /\.0*[1-9]\d*(?:\.|$)/.test(key);
