/** Where MCP clients send: Streamable HTTP, a request each, with no session kept. */
export const MCP_PATH = '/api/v1/mcp';

/** What a client of the Model Context Protocol has posted. */
export interface McpRequest {
  /** Those that the protocol knows, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What it is answered. */
export interface McpAnswer {
  readonly status: number;
  /** Of the body; null where there is none. */
  readonly contentType: string | null;
  readonly body: string;
}
