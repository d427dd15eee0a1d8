import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { MCP_PATH } from '../contract/mcp.ts';

interface Told {
  readonly text: string;
  readonly isError: boolean;
}

/** The official client, as a coding assistant has it. */
export class McpAssistant {
  readonly client: Client;
  /** The tools that were called. */
  readonly asked = new Set<string>();

  private constructor(client: Client) {
    this.client = client;
  }

  /** As most assistants do it today, with a handshake; `isNewest`: in the version of the protocol that needs none. */
  static async connect(
    url: string,
    { token, isNewest = false }: { readonly token?: string; readonly isNewest?: boolean } = {},
  ): Promise<McpAssistant> {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const transport = new StreamableHTTPClientTransport(new URL(MCP_PATH, url), { requestInit: { headers } });
    return this.#over(transport, isNewest);
  }

  /** As those do it that start their servers. */
  static start(
    [command, ...args]: readonly [string, ...string[]],
    env: Record<string, string>,
    { isNewest = false }: { readonly isNewest?: boolean } = {},
  ): Promise<McpAssistant> {
    return this.#over(new StdioClientTransport({ command, args, env, stderr: 'ignore' }), isNewest);
  }

  static async #over(transport: Transport, isNewest: boolean): Promise<McpAssistant> {
    const client = new Client(
      { name: 'assistant', version: '1.0.0' },
      { versionNegotiation: { mode: isNewest ? 'auto' : 'legacy' } },
    );
    await client.connect(transport);
    return new McpAssistant(client);
  }

  /** What a tool tells, whether or not it is an error. */
  async ask(name: string, given: Record<string, unknown> = {}): Promise<Told> {
    this.asked.add(name);
    const { content, isError = false } = await this.client.callTool({ name, arguments: given });
    const [part] = content;
    if (content.length !== 1 || part?.type !== 'text') throw new Error(`no text: ${JSON.stringify(content)}`);
    return { text: part.text, isError };
  }

  /** What a tool tells. Throws where it is an error. */
  async tell(name: string, given: Record<string, unknown> = {}): Promise<string> {
    const { text, isError } = await this.ask(name, given);
    if (isError) throw new Error(`${name}: ${text}`);
    return text;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
