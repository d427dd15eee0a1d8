import { keyValues } from '../../collector/testing/otlp.ts';
import { json, modelCall, newId, text, toolCall } from './sample-traces.ts';

/** A text with a character that turns the writing around, its end, and one that has no width. */
export const odd = (name: string): string => `${name}\u202egpj\u202c.\u200bexe`;

const MARKDOWN = [
  `**${odd('bold')}** &#x202E;entity&#x202C;&#8203; \`${odd('code')}\``,
  '![&#x202E;remote](https://example.com/a.png "&#x202E;of it") [link](https://example.com/b "&#x202E;of it")',
  '![&#x202E;nothing](nowhere)',
  '```python\n# &#x202E;\n```',
].join('\n\n');

const TOOL = { name: odd('tool'), description: odd('does'), parameters: { [odd('key')]: odd('value') } };

/** A trace, log records and a metric that hold such a text in every field that takes one. */
export function oddSignals(): {
  readonly traceId: string;
  readonly spans: object;
  readonly logs: object;
  readonly metrics: object;
} {
  const traceId = newId(16);
  const [root, call, tool] = [newId(8), newId(8), newId(8)];
  const start = Date.now() - 60_000;
  const nanos = (millis: number): string => `${millis}000000`;
  const resource = {
    attributes: keyValues({
      'service.name': odd('service'),
      'deployment.environment.name': odd('environment'),
      [odd('resource')]: odd('it'),
    }),
  };
  const scope = { name: odd('scope'), version: odd('version') };
  const context = {
    'gen_ai.conversation.id': odd('session'),
    'user.id': odd('user'),
    'gen_ai.agent.name': odd('agent'),
    'gen_ai.agent.id': odd('agent id'),
    'gen_ai.agent.description': odd('agent description'),
    'langfuse.observation.metadata.kind': odd('metadata'),
    [`langfuse.observation.metadata.${odd('metadata key')}`]: odd('metadata'),
    'langfuse.trace.tags': [odd('tag')],
    [odd('attribute')]: odd('value'),
  };
  const span = (
    spanId: string,
    parentSpanId: string | undefined,
    name: string,
    attributes: Parameters<typeof keyValues>[0],
  ) => ({
    traceId,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name: odd(name),
    kind: 1,
    startTimeUnixNano: nanos(start),
    endTimeUnixNano: nanos(start + 1000),
    attributes: keyValues({ ...context, ...attributes }),
    events: [
      {
        name: odd('event'),
        timeUnixNano: nanos(start),
        attributes: keyValues({ [odd('key')]: odd('value') }),
      },
      {
        name: 'exception',
        timeUnixNano: nanos(start),
        attributes: keyValues({
          'exception.type': odd('Error'),
          'exception.message': odd('failed'),
          'exception.stacktrace': odd('at'),
        }),
      },
    ],
    links: [{ traceId: newId(16), spanId: newId(8), attributes: keyValues({ [odd('link')]: odd('value') }) }],
    status: { code: 2, message: odd('status') },
  });
  const input = [
    {
      role: 'user',
      name: odd('speaker'),
      parts: [
        text(odd('question')),
        { type: 'file', modality: odd('file'), mime_type: odd('text/plain'), file_id: odd('file id') },
        { type: 'uri', modality: odd('uri'), mime_type: null, uri: odd('gs://bucket') },
        { type: 'uri', modality: odd('link'), mime_type: null, uri: 'https://example.com/c' },
        { type: 'blob', modality: odd('blob'), mime_type: odd('application/x'), content: 'AAAA' },
        { type: 'blob', modality: odd('blob'), mime_type: null, content: '?' },
        { type: odd('data'), content: odd('value') },
      ],
    },
    { role: odd('role'), parts: [text(odd('word'))] },
  ];
  const output = [
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', content: odd('thought') },
        text(MARKDOWN),
        {
          type: 'tool_call',
          id: odd('call id'),
          name: odd('tool'),
          arguments: { [odd('key')]: odd('value') },
        },
      ],
      finish_reason: odd('stop'),
    },
  ];
  return {
    traceId,
    spans: {
      resourceSpans: [
        {
          resource,
          scopeSpans: [
            {
              scope,
              spans: [
                span(root, undefined, 'root', { 'gen_ai.operation.name': 'invoke_agent' }),
                span(call, root, 'call', {
                  ...modelCall(odd('model'), 100, 20),
                  'gen_ai.provider.name': odd('provider'),
                  'gen_ai.tool.definitions': json([TOOL]),
                  'gen_ai.system_instructions': json([text(odd('system'))]),
                  'gen_ai.input.messages': json(input),
                  'gen_ai.output.messages': json(output),
                  'gen_ai.response.finish_reasons': [odd('stop')],
                }),
                span(tool, root, 'tool', {
                  ...toolCall(odd('tool'), odd('call id'), { [odd('key')]: odd('value') }, odd('result')),
                  'gen_ai.tool.description': odd('does'),
                }),
              ],
            },
          ],
        },
      ],
    },
    logs: {
      resourceLogs: [
        {
          resource,
          scopeLogs: [
            {
              scope,
              logRecords: [
                {
                  timeUnixNano: nanos(start),
                  severityNumber: 9,
                  severityText: odd('INFO'),
                  eventName: odd('event'),
                  body: { stringValue: odd('body') },
                  attributes: keyValues({ [odd('key')]: odd('value') }),
                  traceId,
                  spanId: call,
                },
              ],
            },
          ],
        },
      ],
    },
    metrics: {
      resourceMetrics: [
        {
          resource,
          scopeMetrics: [
            {
              scope,
              metrics: [
                {
                  name: odd('metric'),
                  unit: odd('unit'),
                  description: odd('counts'),
                  gauge: {
                    dataPoints: [1, 2].map((value) => ({
                      timeUnixNano: nanos(start),
                      asInt: value,
                      attributes: keyValues({ [odd('key')]: odd(`value ${value}`) }),
                    })),
                  },
                },
              ],
            },
          ],
        },
      ],
    },
  };
}
