import { messageOf } from '../payloads/message.ts';
import { say } from '../reading.ts';
import type { Dialect } from './dialect.ts';

const TASK = 'smolagents.task';

/** smolagents: a run's task, beside the arguments of the function that ran it (`input.value`, which holds its settings). */
export const smolagents: Dialect = {
  name: 'smolagents',
  speaks: ({ record }) => record.attributes.has(TASK),
  read({ record }) {
    const content = record.attributes.string(TASK) ?? '';
    if (content === '') return {};
    const task = messageOf('user', [{ type: 'text', content }]);
    return { input: say([task], { direction: 'input', isRaw: true }) };
  },
};
