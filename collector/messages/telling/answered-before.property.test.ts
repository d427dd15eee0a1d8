import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasFailed } from '../conversation-span.ts';
import { messageOf } from '../payloads/message.ts';
import { say } from '../reading.ts';
import { call } from '../testing/build-span.ts';
import { type Answered, AnsweredBefore } from './answered-before.ts';
import { Forest } from './forest.ts';
import { History, type HistoryNode } from './history.ts';
import { ToldList } from './told.ts';

const history = new History();
const [said] = say([messageOf('user', [{ type: 'text', content: 'Why?' }])], { direction: 'input' });
const told = new ToldList().tell(said!, {
  teller: call({ id: '01' }),
  agentName: null,
  at: { nano: 0n, place: 0 },
  after: null,
});
const add = (parent: HistoryNode, role: 'user' | 'assistant', key: number): HistoryNode =>
  history.add(parent, { kind: 'text', role, key, id: null, parts: [] }, told);
const places = [1, 2].map((key) => add(history.root, 'user', key));
const answers = places.map((place) => add(place, 'assistant', 3));

const drawn = fc.record({
  place: fc.nat(1),
  /** None: the call stands where its history stopped. */
  isAnswered: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.boolean()),
  start: fc.nat(9),
  /** Some clocks start spans at whole milliseconds and end them with finer digits. */
  duration: fc.oneof(fc.integer({ min: -1, max: 9 }), fc.constantFrom(0.004, 1.007, 3.5)),
  trace: fc.constantFrom('a', 'b', 'c'),
  model: fc.constantFrom('small', 'large', null),
  agentName: fc.constantFrom('planner', null),
  instructions: fc.constantFrom('1', '2'),
  isError: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
});

test('who asks again is found as by looking at all calls before', () => {
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 30 }), (calls) => {
      const bySpan = new Map(
        calls.map((one, index) => [
          call({
            id: String(index),
            trace: one.trace,
            at: one.start,
            ms: one.duration,
            span: { model: one.model, status_code: one.isError ? 'ERROR' : 'OK', has_error: one.isError },
          }),
          one,
        ]),
      );
      const forest = new Forest([...bySpan.keys()]);
      const before = new AnsweredBefore(forest);
      const seen: [node: HistoryNode, call: Answered][] = [];
      for (const span of forest.spans) {
        const one = bySpan.get(span)!;
        const node = places[one.place]!;
        const { agentName, instructions } = one;
        const asks = { span, agentName, instructions, last: one.isAnswered ? answers[one.place]! : node };
        const wanted = seen.findLast(
          ([place, { span: other, last, ...rest }]) =>
            place === node &&
            last !== node &&
            !hasFailed(other) &&
            forest.endOf(other).nano <= forest.startOf(span).nano &&
            rest.agentName === agentName &&
            rest.instructions === instructions &&
            (other.record.traceId !== span.record.traceId || other.span.model === span.span.model),
        );
        expect(before.find(node, asks)).toBe(wanted?.[1]);
        before.add(node, asks);
        seen.push([node, asks]);
      }
    }),
    { numRuns: 1000 },
  );
});
