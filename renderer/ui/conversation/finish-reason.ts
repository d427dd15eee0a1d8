/** Without case and signs: providers and SDKs spell them `tool_calls`, `tool-calls`, `toolUse`, `STOP`. */
const FINISHED = new Set(['stop', 'endturn', 'completed']);
const CALLS_TOOLS = new Set(['toolcall', 'toolcalls', 'tooluse', 'functioncall']);

const plain = (reason: string): string => reason.toLowerCase().replaceAll(/[^a-z]/g, '');

/** Whether an answer ended in asking for tools. */
export const callsTools = (reason: string): boolean => CALLS_TOOLS.has(plain(reason));

/** Whether an answer ended as answers do: it was finished, or asks for tools. Anything else is worth showing. */
export const isOrdinaryEnd = (reason: string): boolean => FINISHED.has(plain(reason)) || callsTools(reason);
