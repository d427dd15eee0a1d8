export type SpanPageProps = { readonly project: string; readonly traceId: string; readonly spanId: string };
