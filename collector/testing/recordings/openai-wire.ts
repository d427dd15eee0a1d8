import { ANSWERING_MODEL, type Reply, type ToolCall, type Usage } from './script.ts';

/** How the two interfaces of OpenAI say the same: what a request asks, and a reply as body or as a stream's events. */
export interface Wire {
  /** Answers where a request stands in the conversation: the last question, and results of tools since. */
  readonly standOf: (body: Body) => { readonly question: string; readonly results: number };
  readonly bodyOf: (id: string, reply: Said, request: Body) => Body;
  /** In order; each event's `type`, where it has one, is its name as well. */
  readonly eventsOf: (id: string, reply: Said, request: Body) => readonly Body[];
  /** What ends a stream, where the interface has something for it. */
  readonly end: string;
}

export type Body = Readonly<Record<string, unknown>>;
export type Said = Exclude<Reply, { refused: string }>;

const CREATED = 1_764_000_000;

const objects = (value: unknown): Body[] => (Array.isArray(value) ? value : []) as Body[];

/** Text of a message: a string, or parts that carry some. */
const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : objects(content)
        .flatMap(({ text }) => (typeof text === 'string' ? text : []))
        .join('');

function standAmong(items: readonly Body[], isResult: (item: Body) => boolean) {
  const asked = items.findLastIndex((item) => item['role'] === 'user');
  return {
    question: textOf(items[asked]?.['content']),
    results: items.slice(asked + 1).filter(isResult).length,
  };
}

const callsOf = (reply: Said): readonly ToolCall[] => ('toolCalls' in reply ? reply.toolCalls : []);
const saidBy = (reply: Said): string | null => ('text' in reply ? reply.text : null);
/** A stream tells a text in pieces. */
const pieces = (text: string): readonly string[] => text.match(/\S+\s*/g) ?? [];

const chatUsage = ({ input, output, cached }: Usage) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: cached },
  completion_tokens_details: { reasoning_tokens: 0 },
});

const chatCall = ({ id, name, arguments: args }: ToolCall) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});

/** A stream names a call first and tells its arguments afterwards. */
const callPieces = (call: ToolCall, index: number): readonly Body[] => {
  const whole = chatCall(call);
  const { arguments: args } = whole.function;
  return [
    { index, ...whole, function: { name: call.name, arguments: '' } },
    { index, function: { arguments: args } },
  ];
};

const chatReason = (reply: Said): string => ('toolCalls' in reply ? 'tool_calls' : 'stop');

/** `POST /v1/chat/completions` */
export const chatCompletions: Wire = {
  standOf: (body) => standAmong(objects(body['messages']), (item) => item['role'] === 'tool'),
  bodyOf(id, reply) {
    const calls = callsOf(reply).map(chatCall);
    const message = { role: 'assistant', content: saidBy(reply), refusal: null };
    return {
      id: `chatcmpl-${id}`,
      object: 'chat.completion',
      created: CREATED,
      model: ANSWERING_MODEL,
      choices: [
        {
          index: 0,
          message: calls.length ? { ...message, tool_calls: calls } : message,
          finish_reason: chatReason(reply),
        },
      ],
      usage: chatUsage(reply.usage),
    };
  },
  eventsOf(id, reply) {
    const head = {
      id: `chatcmpl-${id}`,
      object: 'chat.completion.chunk',
      created: CREATED,
      model: ANSWERING_MODEL,
    };
    const chunk = (delta: Body, finish_reason: string | null = null): Body => ({
      ...head,
      choices: [{ index: 0, delta, finish_reason }],
    });
    return [
      chunk({ role: 'assistant', content: '' }),
      ...pieces(saidBy(reply) ?? '').map((content) => chunk({ content })),
      ...callsOf(reply)
        .flatMap(callPieces)
        .map((piece) => chunk({ tool_calls: [piece] })),
      chunk({}, chatReason(reply)),
      { ...head, choices: [], usage: chatUsage(reply.usage) },
    ];
  },
  end: 'data: [DONE]\n\n',
};

function responseItems(id: string, reply: Said): Body[] {
  const text = saidBy(reply);
  const calls = callsOf(reply).map((call) => ({
    type: 'function_call',
    id: `fc_${call.id}`,
    call_id: call.id,
    name: call.name,
    arguments: JSON.stringify(call.arguments),
    status: 'completed',
  }));
  if (text === null) return calls;
  const content = [{ type: 'output_text', text, annotations: [] }];
  return [{ type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content }, ...calls];
}

/** A response repeats what it was asked with. */
const response = (
  id: string,
  reply: Said,
  { instructions = null, tools = [] }: Body,
  output: readonly Body[],
): Body => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: CREATED,
  status: 'completed',
  model: ANSWERING_MODEL,
  output,
  error: null,
  incomplete_details: null,
  instructions,
  tools,
  metadata: {},
  parallel_tool_calls: true,
  tool_choice: 'auto',
  usage: {
    input_tokens: reply.usage.input,
    input_tokens_details: { cached_tokens: reply.usage.cached },
    output_tokens: reply.usage.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: reply.usage.input + reply.usage.output,
  },
});

/** An item begins empty, is told in pieces and ends whole. */
function itemEvents(item: Body, output_index: number): readonly Body[] {
  const [kind, field, text] =
    item['type'] === 'function_call'
      ? (['function_call_arguments', 'arguments', String(item['arguments'])] as const)
      : (['output_text', 'text', textOf(item['content'])] as const);
  const where = { item_id: item['id'], output_index, ...(field === 'text' ? { content_index: 0 } : {}) };
  const empty = field === 'text' ? { content: [] } : { arguments: '' };
  const part = (text: string) => ({ type: 'output_text', text, annotations: [] });
  return [
    { type: 'response.output_item.added', output_index, item: { ...item, ...empty, status: 'in_progress' } },
    ...(field === 'text' ? [{ type: 'response.content_part.added', ...where, part: part('') }] : []),
    ...pieces(text).map((delta) => ({ type: `response.${kind}.delta`, ...where, delta })),
    { type: `response.${kind}.done`, ...where, [field]: text },
    ...(field === 'text' ? [{ type: 'response.content_part.done', ...where, part: part(text) }] : []),
    { type: 'response.output_item.done', output_index, item },
  ];
}

/** `POST /v1/responses` */
export const responses: Wire = {
  standOf({ input }) {
    const items = typeof input === 'string' ? [{ role: 'user', content: input }] : objects(input);
    return standAmong(items, (item) => item['type'] === 'function_call_output');
  },
  bodyOf: (id, reply, request) => response(id, reply, request, responseItems(id, reply)),
  eventsOf(id, reply, request) {
    const items = responseItems(id, reply);
    const created = { ...response(id, reply, request, []), status: 'in_progress', usage: null };
    const events: Body[] = [
      { type: 'response.created', response: created },
      ...items.flatMap((item, output_index) => itemEvents(item, output_index)),
      { type: 'response.completed', response: response(id, reply, request, items) },
    ];
    return events.map((event, sequence_number) => ({ ...event, sequence_number }));
  },
  end: '',
};
