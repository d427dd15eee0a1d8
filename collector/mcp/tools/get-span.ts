import { Type } from 'typebox';
import { ApiError } from '../../errors.ts';
import { getSpan } from '../../query/operations/spans.ts';
import { MAX_CHARACTERS, bounded, printed, shortened, withoutEmpty } from '../text/bounds.ts';
import { project_id, tool } from './tool.ts';

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
      description: 'the character of that value to begin with, where it is longer than an answer',
    }),
    // No id or time of a span is as long: a cut one leads nowhere.
    max_value_characters: Type.Integer({
      minimum: 100,
      maximum: MAX_CHARACTERS,
      default: 1000,
      description: 'of one value; longer ones are cut',
    }),
  }),
  tell(reader, { project_id: project, trace_id: traceId, span_id: spanId, attribute, ...given }) {
    const span = getSpan(reader, { project, traceId, spanId, includeRawSpan: false });
    if (attribute === undefined)
      return bounded(
        printed(shortened(withoutEmpty(span), given.max_value_characters)),
        'lower max_value_characters, or read one value with attribute',
      );
    const found = [span.attributes, span.resource.attributes].find((all) => Object.hasOwn(all, attribute));
    if (found === undefined)
      throw new ApiError('VALIDATION_ERROR', `span ${spanId} has no attribute ${JSON.stringify(attribute)}`);
    const value = found[attribute];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const from = given.from_character;
    if (from > 1 && from > text.length)
      throw new ApiError('VALIDATION_ERROR', `${JSON.stringify(attribute)} has ${text.length} characters`);
    return bounded(text.slice(from - 1), (after) => `go on with from_character=${from + after}`);
  },
});
