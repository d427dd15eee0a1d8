import { Type } from 'typebox';
import type { SpanDetail } from '../../contract/spans.ts';
import { ApiError } from '../../errors.ts';
import { getSpan } from '../../query/operations/spans.ts';
import { bounded, printed, shortened, withoutEmpty } from '../text/bounds.ts';
import { maxValueCharacters, project_id, tool } from './tool.ts';

export const getSpanTool = tool({
  name: 'get_span',
  title: 'Get a span',
  description:
    'All that one span carries, as JSON: times, status, tokens, cost, attributes, resource, events with exceptions, links and log records. What is null, empty, 0 or false is left out, and long values are cut; attribute reads one of them in full.',
  parameters: Type.Object({
    project_id,
    trace_id: Type.String({ description: '32 hex digits' }),
    span_id: Type.String({ description: '16 hex digits' }),
    attribute: Type.Optional(
      Type.String({
        description: 'the key of one attribute of the span or its resource: only its value, uncut',
      }),
    ),
    from_character: Type.Integer({
      minimum: 1,
      default: 1,
      description: 'the character to begin with, of what is longer than an answer',
    }),
    // No id or time of a span is as long: a cut one leads nowhere.
    max_value_characters: maxValueCharacters(1000),
  }),
  tell(reader, { project_id: project, trace_id: traceId, span_id: spanId, attribute, ...given }) {
    const span = getSpan(reader, { project, traceId, spanId, includeRawSpan: false });
    const [what, text, otherwise] =
      attribute === undefined
        ? ['it', printed(shortened(withoutEmpty(span), given.max_value_characters)), SHORTER]
        : [JSON.stringify(attribute), valueOf(span, attribute), ''];
    const from = given.from_character;
    if (from > 1 && from > text.length)
      throw new ApiError('VALIDATION_ERROR', `${what} has ${text.length} characters`);
    return bounded(text.slice(from - 1), (after) => `go on with from_character=${from + after}${otherwise}`);
  },
});

const SHORTER = ', lower max_value_characters, or read one value with attribute';

function valueOf({ span_id, attributes, resource }: SpanDetail, attribute: string): string {
  const found = [attributes, resource.attributes].find((all) => Object.hasOwn(all, attribute));
  if (found === undefined)
    throw new ApiError('VALIDATION_ERROR', `span ${span_id} has no attribute ${JSON.stringify(attribute)}`);
  const value = found[attribute];
  return typeof value === 'string' ? value : JSON.stringify(value);
}
