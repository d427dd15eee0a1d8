import type { MessagePart } from '../../contract/messages.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import { blobPart } from './media.ts';
import { toolCallPart, toolResponsePart } from './tool-value.ts';

/** What the call and the answer of a tool that OpenAI runs are, in its item. */
interface HostedTool {
  readonly name: string;
  readonly args: (item: JsonObject) => unknown;
  /** Undefined where the item does not tell the answer. */
  readonly answer: (item: JsonObject) => unknown;
}

const nothing = (): undefined => undefined;
const actionOf = ({ action }: JsonObject): unknown => action;

const TOOLS: Readonly<Record<string, HostedTool>> = {
  web_search_call: {
    name: 'web_search',
    args: ({ action }) => (isObject(action) ? without(action, 'sources') : action),
    answer: ({ action, results }) => results ?? (isObject(action) ? action['sources'] : undefined),
  },
  file_search_call: {
    name: 'file_search',
    args: ({ queries }) => ({ queries }),
    answer: ({ results }) => results,
  },
  code_interpreter_call: {
    name: 'code_interpreter',
    args: ({ code }) => ({ code }),
    answer: ({ outputs }) => outputs,
  },
  computer_call: { name: 'computer', args: ({ action, actions }) => action ?? actions, answer: nothing },
  local_shell_call: { name: 'local_shell', args: actionOf, answer: nothing },
  shell_call: { name: 'shell', args: actionOf, answer: nothing },
  apply_patch_call: { name: 'apply_patch', args: ({ operation }) => operation, answer: nothing },
  mcp_call: {
    name: 'mcp',
    args: (item) => item['arguments'],
    answer: ({ output, error }) => output ?? error,
  },
  // As the Agents SDK writes all of them, those of which it keeps no more.
  hosted_tool_call: {
    name: 'hosted_tool',
    args: (item) => item['arguments'],
    answer: ({ output }) => output,
  },
};

/** Answers that came in an item of their own, from where the tool ran. */
const OUTPUT = /^(computer|local_shell|shell|apply_patch)_call_(output|result)$/;

/** Whether a person allowed a tool: data, but not of the model. */
const APPROVAL = 'mcp_approval_response';

/** What a run asks its program, and what it remembers for itself: no words of anybody. */
const NOTES = new RegExp(`^(mcp_list_tools|mcp_approval_request|${APPROVAL}|compaction|item_reference)$`);

/** True for what a person had the program answer. */
export const isPersons = (part: MessagePart): boolean => part.type === 'data' && part.name === APPROVAL;

/** Items of the Responses API about tools that OpenAI itself knows or runs, in snake_case or camelCase. */
export function readHostedItem(item: JsonObject): readonly MessagePart[] | undefined {
  const original = originalOf(item);
  return (original && readOwnItem(original)) ?? readOwnItem(item);
}

/** The Agents SDK for JavaScript keeps the API's own item in one of its own, all but its status and what came out. */
function originalOf({ type, id, status, output, providerData }: JsonObject): JsonObject | undefined {
  if (type !== 'hosted_tool_call' || !isObject(providerData)) return undefined;
  return { id, status, output, result: output, ...providerData };
}

function readOwnItem(item: JsonObject): readonly MessagePart[] | undefined {
  const type = stringOf(item, 'type') ?? '';
  const id = item['call_id'] ?? item['callId'] ?? item['id'];
  if (NOTES.test(type)) return [{ type: 'data', name: type, content: item }];
  const output = OUTPUT.exec(type);
  if (output !== null) return [toolResponsePart({ id, name: output[1], response: item['output'] })];
  if (type === 'image_generation_call') return readPicture(item, id);
  const tool = Object.hasOwn(TOOLS, type) ? TOOLS[type] : undefined;
  if (tool === undefined) return undefined;
  const name = stringOf(item, 'name') ?? tool.name;
  const call = toolCallPart(id, name, tool.args(item));
  const answer = tool.answer(item) ?? undefined;
  const isError = hasFailed(item);
  return answer === undefined && !isError
    ? [call]
    : [call, toolResponsePart({ id, name, response: answer ?? item['status'], isError })];
}

const hasFailed = ({ status, error }: JsonObject): boolean =>
  status === 'failed' || (error !== undefined && error !== null);

/** The picture is the answer, and is shown as one. */
function readPicture(item: JsonObject, id: unknown): readonly MessagePart[] {
  const { result, status } = item;
  const format = stringOf(item, 'output_format') ?? 'png';
  const args = without(item, 'result', 'type', 'id', 'status');
  return [
    toolCallPart(id, 'image_generation', args),
    toolResponsePart({ id, name: 'image_generation', response: status, isError: hasFailed(item) }),
    ...(typeof result === 'string' && result !== ''
      ? [blobPart(result, { mimeType: `image/${format}`, modality: 'image' })]
      : []),
  ];
}

const without = (object: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
