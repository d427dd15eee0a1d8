export type SpanPageProps = {
  readonly project: string;
  readonly traceId: string;
  readonly spanId: string;
  /** False while spans are only passed: of those nothing is asked for, and only what was read before shows. */
  readonly isSettled: boolean;
};
