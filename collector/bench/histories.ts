import { spanIdOf, traceBytes, traceIdOf, type SpanSpec } from '../testing/otlp.ts';
import { random } from '../testing/random.ts';
import { RESOURCE, text } from './load.ts';

/** A trace of calls of models and tools whose histories grow call by call, as agents send them. */
export interface Histories {
  readonly traceId: string;
  readonly requests: readonly Buffer[];
  /** Of all that its spans carry as messages. */
  readonly bytes: number;
}

interface Conversation {
  /** JSON of each message so far. */
  readonly history: string[];
  readonly sessionId: string;
}

export interface TraceShape {
  readonly number: number;
  readonly calls: number;
  /** Characters of one answer of a tool, which is most of a history. */
  readonly answerLength: number;
}

const SPANS_A_REQUEST = 20;
const message = (role: string, part: object): string => JSON.stringify({ role, parts: [part] });

/** One turn of a conversation: a person asks, then each call of the model uses a tool, the last one answers. */
function traceOfHistories(
  { number, calls, answerLength }: TraceShape,
  { history, sessionId }: Conversation,
): Histories {
  const next = random(number);
  const traceId = traceIdOf(0xe0000000 + number);
  const start = 1_780_000_000_000 + number * 1_000_000;
  const root = spanIdOf(1);
  const common = { 'session.id': sessionId };
  const spans: SpanSpec[] = [];
  let bytes = 0;
  history.push(message('user', { type: 'text', content: text(300, next) }));
  for (let i = 0; i < calls; i++) {
    const at = start + i * 100;
    const id = `call_${number}_${i}`;
    const isLast = i === calls - 1;
    const answer = isLast
      ? message('assistant', { type: 'text', content: text(600, next) })
      : message('assistant', {
          type: 'tool_call',
          id,
          name: 'search',
          arguments: { query: text(100, next) },
        });
    const input = `[${history.join()}]`;
    bytes += input.length + answer.length;
    spans.push({
      traceId,
      spanId: spanIdOf(2 + i * 2),
      parentSpanId: root,
      name: 'chat',
      start: at,
      end: at + 50,
      attributes: {
        ...common,
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'gpt-4o',
        'gen_ai.usage.input_tokens': 1000 + i,
        'gen_ai.usage.output_tokens': 100,
        'gen_ai.input.messages': input,
        'gen_ai.output.messages': `[${answer}]`,
      },
    });
    history.push(answer);
    if (isLast) break;
    const result = text(answerLength, next);
    history.push(message('tool', { type: 'tool_call_response', id, response: result }));
    spans.push({
      traceId,
      spanId: spanIdOf(3 + i * 2),
      parentSpanId: root,
      name: 'execute_tool search',
      start: at + 50,
      end: at + 90,
      attributes: {
        ...common,
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'search',
        'gen_ai.tool.call.id': id,
        'gen_ai.tool.call.result': result,
      },
    });
  }
  const end = start + calls * 100;
  const agent = { ...common, 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'planner' };
  spans.push({ traceId, spanId: root, name: 'invoke_agent planner', start, end, attributes: agent });
  const requests: Buffer[] = [];
  for (let i = 0; i < spans.length; i += SPANS_A_REQUEST)
    requests.push(traceBytes({ resource: RESOURCE, spans: spans.slice(i, i + SPANS_A_REQUEST) }));
  return { traceId, requests, bytes };
}

/** The trace that reading has to stand: 200 spans with 20 MB of histories. */
export const longTrace = (): Histories =>
  traceOfHistories({ number: 1, calls: 100, answerLength: 3700 }, { history: [], sessionId: 'long-trace' });

export const LONG_SESSION = 'long-session';
const TRACES = 100;

/** A session of 2,000 calls, each turn of which repeats what was said before. */
export function* longSession(): Generator<Histories> {
  const said: string[] = [];
  for (let number = 0; number < TRACES; number++) {
    const before = said.length;
    const history = [...said];
    yield traceOfHistories(
      { number: 100 + number, calls: 20, answerLength: 1000 },
      { history, sessionId: LONG_SESSION },
    );
    // What tools answered in a turn is left out of the next ones.
    said.push(history[before]!, history.at(-1)!);
  }
}
