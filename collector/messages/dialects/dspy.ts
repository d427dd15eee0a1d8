import { isModelCall } from '../conversation-span.ts';
import { isObject } from '../json.ts';
import { readMessages } from '../payloads/message.ts';
import { say } from '../reading.ts';
import type { Dialect } from './dialect.ts';

const OUTPUTS = ['output.value', 'mlflow.spanOutputs'];

/**
 * What DSPy's language models answer, whoever records it: a list of texts, or of `{text, reasoning_content, tool_calls}`
 * where there is more than a text. One message a choice.
 */
export const dspy: Dialect = {
  name: 'dspy',
  speaks: (span) =>
    span.span.framework === 'dspy' &&
    isModelCall(span) &&
    OUTPUTS.some((key) => span.record.attributes.has(key)),
  read({ record: { attributes } }, cache) {
    const key = OUTPUTS.find((name) => attributes.has(name)) ?? '';
    const answers = cache.decoded(cache.structured(attributes.get(key)));
    if (!Array.isArray(answers) || !answers.every(isAnswer)) return {};
    const contents = answers.flatMap((answer) =>
      readMessages(
        typeof answer === 'string' ? answer : { ...answer, role: 'assistant', content: answer['text'] },
        'assistant',
        cache,
      ),
    );
    return { output: say(contents, { direction: 'output' }) };
  },
};

const isAnswer = (value: unknown): value is string | Readonly<Record<string, unknown>> =>
  typeof value === 'string' || (isObject(value) && 'text' in value && !('role' in value));
