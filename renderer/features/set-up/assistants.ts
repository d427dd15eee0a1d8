/** Where an assistant asks, and whether it has to show a token there. */
export type AssistantTarget = { readonly url: string; readonly needsToken: boolean };

/** How one coding assistant is told of the collector's tools. */
export type Assistant = {
  readonly name: string;
  /** Where its makers say how it is told of MCP servers. */
  readonly documentation: string;
  /** What is done with the text: run, or put into a file. */
  readonly step: string;
  readonly text: (target: AssistantTarget) => string;
};

const TOKEN = 'TRACEDECK_TOKEN';
/** Makes a token on the collector's machine for the lines below it. */
const newToken = (name: string): string => `export ${TOKEN}=$(tracedeck token create --name ${name})\n`;

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const headers = ({ needsToken }: AssistantTarget) =>
  needsToken ? { headers: { Authorization: 'Bearer <token>' } } : {};

/** Those that were tried with their newest versions or whose documentation says so, the most used first. */
export const ASSISTANTS: readonly Assistant[] = [
  {
    name: 'Claude Code',
    documentation: 'https://code.claude.com/docs/en/mcp',
    step: 'In a terminal',
    text: ({ url, needsToken }) =>
      needsToken
        ? `${newToken('claude-code')}claude mcp add --scope user --transport http tracedeck ${url} --header "Authorization: Bearer $${TOKEN}"`
        : `claude mcp add --scope user --transport http tracedeck ${url}`,
  },
  {
    name: 'Codex',
    documentation: 'https://developers.openai.com/codex/mcp',
    step: 'In a terminal',
    text: ({ url, needsToken }) =>
      needsToken
        ? `${newToken('codex')}codex mcp add tracedeck --url ${url} --bearer-token-env-var ${TOKEN}`
        : `codex mcp add tracedeck --url ${url}`,
  },
  {
    name: 'Cursor',
    documentation: 'https://cursor.com/docs/context/mcp',
    step: '~/.cursor/mcp.json',
    text: (target) => json({ mcpServers: { tracedeck: { url: target.url, ...headers(target) } } }),
  },
  {
    name: 'Copilot in VS Code',
    documentation: 'https://code.visualstudio.com/docs/copilot/chat/mcp-servers',
    step: '.vscode/mcp.json of a workspace',
    text: (target) => json({ servers: { tracedeck: { type: 'http', url: target.url, ...headers(target) } } }),
  },
  {
    name: 'Gemini CLI',
    documentation: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
    step: 'In a terminal',
    text: ({ url, needsToken }) =>
      needsToken
        ? `${newToken('gemini-cli')}gemini mcp add --scope user --transport http --header "Authorization: Bearer $${TOKEN}" tracedeck ${url}`
        : `gemini mcp add --scope user --transport http tracedeck ${url}`,
  },
  {
    name: 'OpenCode',
    documentation: 'https://opencode.ai/docs/mcp-servers/',
    step: '~/.config/opencode/opencode.json',
    text: (target) => json({ mcp: { tracedeck: { type: 'remote', url: target.url, ...headers(target) } } }),
  },
];
