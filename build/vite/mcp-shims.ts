/**
 * In place of what the MCP library loads for Node: a whole ajv, for the answers to forms that a tool may have filled in. None of
 * ours does (`collector/mcp/server.ts` gives the library a validator of its own), and it is a fifth of all that the thread would load.
 */
export { default as process } from 'node:process';

export function DefaultJsonSchemaValidator(): never {
  throw new Error('ajv was left out of the bundle');
}
