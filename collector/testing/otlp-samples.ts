/** One request a signal with what is easily lost: 64-bit integers, nanoseconds, a record without a trace. */
export const SAMPLE_TRACE = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
const key = (name: string, value: object) => ({ key: name, value });
const text = (stringValue: string) => ({ stringValue });

export const SAMPLE_TRACES = {
  resourceSpans: [
    {
      resource: { attributes: [key('service.name', text('shop'))] },
      scopeSpans: [
        {
          scope: { name: 'by hand', version: '1' },
          spans: [
            {
              traceId: SAMPLE_TRACE,
              spanId: '1111111111111111',
              name: 'chat',
              kind: 3,
              startTimeUnixNano: '1770921433316465123',
              endTimeUnixNano: '1770921434316465123',
              attributes: [
                key('gen_ai.operation.name', text('chat')),
                key('gen_ai.conversation.id', text('s-1')),
                key('large', { intValue: '9007199254740993' }),
                key(
                  'gen_ai.input.messages',
                  text('[{"role":"user","parts":[{"type":"text","content":"Is it open?"}]}]'),
                ),
                key(
                  'gen_ai.output.messages',
                  text(
                    '[{"role":"assistant","parts":[{"type":"text","content":"Until six."}],"finish_reason":"stop"}]',
                  ),
                ),
              ],
              events: [{ timeUnixNano: '1770921433400000000', name: 'note' }],
              status: { code: 1 },
            },
          ],
        },
      ],
    },
  ],
};
export const SAMPLE_LOGS = {
  resourceLogs: [
    {
      resource: { attributes: [key('service.name', text('shop'))] },
      scopeLogs: [
        {
          logRecords: [
            {
              timeUnixNano: '1770921433316465000',
              traceId: SAMPLE_TRACE,
              spanId: '1111111111111111',
              body: text('beside it'),
            },
            { timeUnixNano: '1770921433316465001', severityNumber: 17, body: text('alone') },
          ],
        },
      ],
    },
  ],
};
const point = (rest: object) => ({ timeUnixNano: '1770921433316465123', ...rest });
export const SAMPLE_METRICS = {
  resourceMetrics: [
    {
      scopeMetrics: [
        {
          metrics: [
            { name: 'queue', unit: '1', gauge: { dataPoints: [point({ asInt: '9007199254740993' })] } },
            {
              name: 'latency',
              unit: 's',
              histogram: {
                aggregationTemporality: 2,
                dataPoints: [point({ count: '3', sum: 2.5, bucketCounts: ['1', '2'], explicitBounds: [1] })],
              },
            },
          ],
        },
      ],
    },
  ],
};
