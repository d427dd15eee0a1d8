import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import type { ConversationSpan } from '../conversation-span.ts';
import { messagesOf, textMessage, toolAnswer } from '../testing/build-messages.ts';
import { type SpanOptions, agent, call, linesOf, tool } from '../testing/build-span.ts';

/** What a model did: said its last words, called a tool, asked an agent by a tool, handed on to another agent. */
const steps = fc.array(fc.constantFrom('words', 'look', 'ask', 'hand_on'), { maxLength: 12 });
const spanIds = Array.from({ length: 80 }, (_, index) => `s${index}`);

const programs = fc.record({
  steps,
  ids: fc.shuffledSubarray(spanIds, { minLength: spanIds.length }),
  /** Whether histories hold what tools answered, or the tools' spans do. */
  isInHistory: fc.boolean(),
  /** Whether agents' spans hold a task and a report that no call repeats. */
  hasReports: fc.boolean(),
});

type Program = typeof programs extends fc.Arbitrary<infer T> ? T : never;

/** How many moments a model thinks, at least. Whatever else begins or ends takes one. */
const THINKING = 5;

/** When a span starts and how long it takes, in milliseconds. */
type Clock = (from: number, to: number) => { readonly at: number; readonly ms: number };

const fine: Clock = (from, to) => ({ at: from, ms: to - from });
const coarse: Clock = (from, to) => {
  const at = from - (from % THINKING);
  return { at, ms: to - (to % THINKING) - at };
};
/** OpenTelemetry's for JavaScript: a start is a whole millisecond, and an end as much later as a finer clock measured. */
const measuring: Clock = (from, to) => ({ at: Math.floor(from / THINKING), ms: (to - from) / THINKING });

/** The spans of a run, by a clock. */
function run({ steps: left, ids, isInHistory, hasReports }: Program, clock: Clock): ConversationSpan[] {
  const spans: ConversationSpan[] = [];
  const kinds = [...left];
  let now = 0;
  let begun = 0;

  function record(
    make: (options: SpanOptions) => ConversationSpan,
    parent: string | undefined,
    within: (id: string) => Omit<SpanOptions, 'id'>,
  ): void {
    const id = ids[begun++]!;
    const from = now++;
    const options = within(id);
    const to = now++;
    spans.push(make({ ...options, id, ...(parent && { parent }), ...clock(from, to) }));
  }

  function runAgent(history: unknown[], parent?: string): void {
    let kind = '';
    const name = `agent ${begun}`;
    record(agent, parent, (id) => {
      while (kind !== 'words' && kind !== 'hand_on') {
        kind = kinds.shift() ?? 'words';
        runStep(kind, history, name, id);
      }
      const own = messagesOf(
        [textMessage('user', `task of ${name}`)],
        [textMessage('assistant', `report of ${name}`)],
      );
      return { span: { agent_name: name }, attributes: hasReports ? own : {} };
    });
    if (kind === 'hand_on') runAgent(history, parent);
  }

  function runStep(kind: string, history: unknown[], name: string, parent: string): void {
    const callId = `c${begun}`;
    const said =
      kind === 'words'
        ? textMessage('assistant', `words ${begun}`)
        : { role: 'assistant', parts: [{ type: 'tool_call', id: callId, name: kind, arguments: {} }] };
    record(call, parent, () => {
      now += THINKING;
      return {
        attributes: { 'gen_ai.system_instructions': `You are ${name}.`, ...messagesOf(history, [said]) },
      };
    });
    history.push(said);
    if (kind === 'words') return;
    const result = `result of ${callId}`;
    record(tool, parent, (id) => {
      if (kind === 'ask') runAgent([textMessage('user', `asked by ${callId}`)], id);
      const attributes = { 'gen_ai.tool.name': kind, 'gen_ai.tool.call.id': callId };
      return { attributes: isInHistory ? attributes : { ...attributes, 'gen_ai.tool.call.result': result } };
    });
    if (isInHistory) history.push(toolAnswer(callId, result));
  }

  runAgent([textMessage('user', 'Do it.')]);
  return spans;
}

test.for([
  { name: 'a coarse clock ties to one moment', clock: coarse },
  { name: 'a clock of whole milliseconds starts before what came before it ended', clock: measuring },
])('what $name is told in the order in which a fine clock has it', ({ clock }) => {
  fc.assert(
    fc.property(programs, (program) => {
      const told = linesOf(tellConversation(run(program, fine)));
      expect(linesOf(tellConversation(run(program, clock)))).toEqual(told);
    }),
    { numRuns: 300 },
  );
});
