import { spanIdOf, traceIdOf, traceRequest } from './otlp.ts';

const SPEC = {
  resource: { 'service.name': 'shop', nested: { list: [1, 'two', true, 0.5] } },
  scope: { name: 'scope', version: '1.2' },
  spans: [1, 2].map((n) => ({
    traceId: traceIdOf(1),
    spanId: spanIdOf(n),
    parentSpanId: spanIdOf(n - 1),
    name: `span ${n}`,
    attributes: { text: `${'x'.repeat(n * 100)} "quoted" 水 😀\n`, int: 7, map: { inner: [['deep']] } },
    events: [{ name: 'event', attributes: { a: 'b' } }],
    status: { code: 2, message: 'failed' },
  })),
};
const request = traceRequest(SPEC) as {
  resourceSpans: { resource: object; scopeSpans: { spans: object[] }[] }[];
};
// What the builder does not write: links, entity references, states and the counts of what was dropped.
request.resourceSpans[0]!.resource = {
  ...request.resourceSpans[0]!.resource,
  entityRefs: [{ schemaUrl: 's', type: 'service', idKeys: ['service.name'], descriptionKeys: ['a', 'b'] }],
  droppedAttributesCount: 1,
};
Object.assign(request.resourceSpans[0]!.scopeSpans[0]!.spans[0]!, {
  traceState: 'a=b',
  flags: 257,
  droppedLinksCount: 300,
  links: [
    { traceId: traceIdOf(2), spanId: spanIdOf(9), traceState: 'c=d', flags: 1, droppedAttributesCount: 2 },
  ],
});

/** A request in OTLP JSON with every field that traces have. */
export const WHOLE_REQUEST = JSON.stringify(request);
