/** Without case and signs: providers and SDKs spell them `tool_calls`, `tool-calls`, `toolUse`, `STOP`. */
const ORDINARY = new Set([
  'stop',
  'endturn',
  'completed',
  'toolcall',
  'toolcalls',
  'tooluse',
  'functioncall',
]);

/** Whether an answer ended as answers do: it was finished, or asks for tools. Anything else is worth showing. */
export const isOrdinaryEnd = (reason: string): boolean =>
  ORDINARY.has(reason.toLowerCase().replaceAll(/[^a-z]/g, ''));
