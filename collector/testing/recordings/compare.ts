import type { Conversation, Message, MessagePart } from '../../contract/messages.ts';
import type { Span } from '../../contract/spans.ts';
import type { TraceSummary } from '../../contract/traces.ts';
import { lineOf } from '../../messages/testing/build-span.ts';
import type { ModelCall } from './model-server.ts';
import type { Recording } from './packages.ts';
import {
  MODEL,
  SYSTEM,
  type Reply,
  TURNS,
  type ToolCall,
  type Turn,
  type Usage,
  USER,
  WEATHER,
} from './script.ts';

/** What a collector answers of one recording. */
export interface Told {
  /** In the order of their start. */
  readonly traces: readonly TraceSummary[];
  readonly spans: readonly Span[];
  /** One a trace. */
  readonly conversations: readonly Conversation[];
  /** Undefined where no session bears the name that the scenario gave. */
  readonly session: Conversation | undefined;
}

export interface Check {
  readonly says: string;
  readonly holds: boolean;
  readonly instead: string;
}

/** Whether what is told is what was said to the model server. */
export function compare(recording: Recording, calls: readonly ModelCall[], told: Told): readonly Check[] {
  const checks: Check[] = [];
  const same = (says: string, got: unknown, wanted: unknown): void => {
    const [is, should] = [got, wanted].map((value) =>
      JSON.stringify(value, null, Array.isArray(value) ? 6 : 0),
    );
    checks.push({ says, holds: is === should, instead: `${is} instead of ${should}` });
  };
  const tells = (what: Recording['leavesOut'][number]): boolean => !recording.leavesOut.includes(what);
  const { traces, spans, session, conversations } = told;
  const generations = spans.filter((span) => span.observation_type === 'generation');
  const tools = spans.filter((span) => span.observation_type === 'tool');

  same('a trace a question', traces.length, TURNS.length);
  same('framework of all model calls', valuesOf(generations, 'framework'), [recording.framework]);
  same('framework of all traces', valuesOf(traces, 'framework'), [recording.framework]);
  same('one generation a model call', generations.length, calls.length);
  same('category of model calls', valuesOf(generations, 'span_category'), ['llm']);
  same(
    'tools that ran',
    tools.map((span) => span.tool_name),
    callsOf(calls).map((call) => call.name),
  );
  same('category of tools', valuesOf(tools, 'span_category'), ['tool']);
  if (tells('model asked for'))
    same('model asked for', valuesOf(generations, 'gen_ai_request_model'), [MODEL]);
  same(
    'a model',
    generations.every((span) => span.has_error || span.model?.startsWith(MODEL)),
    true,
  );
  // The AI SDK names the interface beside the provider: `openai.chat`.
  const providers = generations.map((span) => span.gen_ai_system?.split('.')[0] ?? null);
  if (tells('provider')) same('provider', [...new Set(providers)], ['openai']);
  if (recording.agent !== null) {
    same('agent', [...new Set(traces.flatMap((trace) => trace.agents))], [recording.agent]);
    const categories = valuesOf(
      spans.filter((span) => span.observation_type === 'agent'),
      'span_category',
    );
    same('category of the agent', categories, ['agent']);
  }
  same('session of every trace', session !== undefined && valuesOf(traces, 'session_id').length === 1, true);
  if (tells('user')) same('user of every trace', valuesOf(traces, 'user_id'), [USER]);

  same('input tokens, once', sumOf(traces, 'input_tokens'), usageOf(calls, 'input'));
  same('output tokens, once', sumOf(traces, 'output_tokens'), usageOf(calls, 'output'));
  same('cached tokens', sumOf(traces, 'cache_read_tokens'), usageOf(calls, 'cached'));
  same(
    'a cost',
    traces.every((trace) => trace.has_error || trace.total_cost > 0),
    true,
  );
  same(
    'errors',
    traces.map((trace) => trace.has_error),
    [false, false, true],
  );
  same(
    'error told once',
    partsOf(
      conversations.flatMap(({ messages }) => messages),
      'error',
    ).length,
    1,
  );

  const failsMute = !tells('input of failed calls');
  conversations.forEach(({ messages }, index) => {
    const isMute = failsMute && TURNS[index]?.replies.some((reply) => 'refused' in reply) === true;
    const wanted = isMute ? linesOf(TURNS.slice(index, index + 1)).slice(1) : conversationOf(index + 1);
    same(`conversation of trace ${index + 1}`, messages.map(lineOfMessage), wanted);
  });
  const all = session?.messages ?? [];
  const asked = TURNS.find(({ replies }) => replies.some((reply) => 'refused' in reply))?.question;
  const wanted = conversationOf(TURNS.length).filter((line) => !failsMute || line !== `user: ${asked}`);
  same('conversation of the session', all.map(lineOfMessage), wanted);
  same('results that belong to a call', resultsWithCall(all), callsOf(calls).length);
  same('usage told of each answer', all.filter((message) => message.usage !== null).length, answers(calls));
  return checks;
}

/** What a person would read after so many turns, a line a message. */
const conversationOf = (turns: number): readonly string[] => [
  `system: ${SYSTEM}`,
  ...linesOf(TURNS.slice(0, turns)),
];

const linesOf = (turns: readonly Turn[]): readonly string[] =>
  turns.flatMap(({ question, replies }) => [`user: ${question}`, ...replies.flatMap(linesOfReply)]);

function linesOfReply(reply: Reply): readonly string[] {
  if ('refused' in reply) return [`assistant: error ${reply.refused}`];
  if ('text' in reply) return [`assistant: ${reply.text}`];
  const results = reply.toolCalls.map(
    (call) => `tool: ${JSON.stringify(WEATHER[call.arguments['city'] ?? ''])}`,
  );
  return [`assistant: ${reply.toolCalls.map(wordsOfCall).join(' + ')}`, ...results];
}

const wordsOfCall = ({ name, arguments: args }: Pick<ToolCall, 'name' | 'arguments'>): string =>
  `${name}(${JSON.stringify(args)})`;

/** SDKs word the failure in their own way and wrap results: what the script says of them is all that counts. */
function lineOfMessage({ role, parts }: Message): string {
  const words = parts.map((part) => {
    if (part.type === 'tool_call') return `${part.name}(${JSON.stringify(part.arguments)})`;
    if (part.type === 'tool_call_response') return JSON.stringify(weatherIn(part.response) ?? part.response);
    if (part.type === 'error') return `error ${refusalIn(part.message) ?? part.message}`;
    return lineOf(role, [part]).slice(role.length + 2);
  });
  return `${role}: ${words.join(' + ')}`;
}

const refusalIn = (message: string): string | undefined =>
  TURNS.flatMap(({ replies }) => replies)
    .map((reply) => ('refused' in reply ? reply.refused : undefined))
    .find((refused) => refused !== undefined && message.includes(refused));

/** What `get_weather` answered, however deep. */
function weatherIn(value: unknown): unknown {
  const text = JSON.stringify(value).replaceAll('\\', '');
  return Object.values(WEATHER).find((weather) => text.includes(JSON.stringify(weather)));
}

const partsOf = <T extends MessagePart['type']>(messages: readonly Message[], type: T) =>
  messages.flatMap(({ parts }) =>
    parts.filter((part): part is MessagePart & { type: T } => part.type === type),
  );

function resultsWithCall(messages: readonly Message[]): number {
  const ids = new Set(partsOf(messages, 'tool_call').map(({ id }) => id));
  return partsOf(messages, 'tool_call_response').filter(({ id }) => id !== null && ids.has(id)).length;
}

const valuesOf = <T, K extends keyof T>(rows: readonly T[], key: K): T[K][] => [
  ...new Set(rows.map((row) => row[key])),
];
const sumOf = <K extends string>(rows: readonly Record<K, number>[], key: K): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

const said = (calls: readonly ModelCall[]) =>
  calls.flatMap(({ reply }) => (reply && !('refused' in reply) ? [reply] : []));
const answers = (calls: readonly ModelCall[]): number => said(calls).length;
const callsOf = (calls: readonly ModelCall[]): ToolCall[] =>
  said(calls).flatMap((reply) => ('toolCalls' in reply ? reply.toolCalls : []));
const usageOf = (calls: readonly ModelCall[], key: keyof Usage): number =>
  said(calls).reduce((sum, { usage }) => sum + usage[key], 0);
