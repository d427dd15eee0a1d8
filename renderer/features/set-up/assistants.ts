/** Where an assistant asks, and whether it has to show a token there. */
export type AssistantTarget = {
  readonly url: string;
  readonly needsToken: boolean;
  /** The words that start a server which reads the same database; null where they are not known, or are those of another machine. */
  readonly words: readonly string[] | null;
};

/** How one coding assistant is told of the collector's tools. */
export type Assistant = {
  readonly name: string;
  /** Where its makers say how it is told of MCP servers. */
  readonly documentation: string;
  /** What is run, or put into a file. */
  readonly step: (target: AssistantTarget) => { readonly title: string; readonly text: string };
};

/** What stands for the token that a person makes. */
export const TOKEN = '<token>';
const AUTHORIZATION = `Bearer ${TOKEN}`;

const TERMINAL = 'In a terminal';

/** A command that takes the address and then headers. */
const command = (start: string): Assistant['step'] => {
  return ({ url, needsToken }) => ({
    title: TERMINAL,
    text: `${start} ${url}${needsToken ? ` --header "Authorization: ${AUTHORIZATION}"` : ''}`,
  });
};

/** A settings file in JSON, with what it says of the server at `path`. */
const file = (
  title: string,
  path: readonly string[],
  server: (target: AssistantTarget) => object,
): Assistant['step'] => {
  return (target) => {
    const whole = path.reduceRight<object>((inner, key) => ({ [key]: inner }), server(target));
    return { title, text: JSON.stringify(whole, null, 2) };
  };
};

/** A server that is asked over HTTP. */
const asked =
  (type?: string) =>
  ({ url, needsToken }: AssistantTarget): object => ({
    ...(type === undefined ? {} : { type }),
    url,
    ...(needsToken ? { headers: { Authorization: AUTHORIZATION } } : {}),
  });

/** For those that only start servers: `tracedeck mcp`. */
const started = ([command, ...args]: readonly string[]): object => ({ command, args });

/** For those from another machine: a program that asks in their place. An argument with a space does not reach it on Windows. */
const bridged = ({ url, needsToken }: AssistantTarget): object => ({
  command: 'npx',
  args: ['-y', 'mcp-remote', url, ...(needsToken ? ['--header', 'Authorization:${AUTHORIZATION}'] : [])],
  ...(needsToken ? { env: { AUTHORIZATION } } : {}),
});

const CLAUDE_DESKTOP_FILE = 'claude_desktop_config.json (Settings, Developer, Edit Config)';
const CLAUDE_DESKTOP_PATH = ['mcpServers', 'tracedeck'];

const claudeDesktop: Assistant['step'] = (target) => {
  const { words } = target;
  const step =
    words === null
      ? file(
          `${CLAUDE_DESKTOP_FILE}; npx brings mcp-remote, which asks in its place`,
          CLAUDE_DESKTOP_PATH,
          bridged,
        )
      : file(CLAUDE_DESKTOP_FILE, CLAUDE_DESKTOP_PATH, () => started(words));
  return step(target);
};

/** Its command takes a token from a variable alone, which would have to be there whenever it starts. */
const codex: Assistant['step'] = ({ url, needsToken }) =>
  needsToken
    ? {
        title: '~/.codex/config.toml',
        text: `[mcp_servers.tracedeck]\nurl = "${url}"\nhttp_headers = { Authorization = "${AUTHORIZATION}" }`,
      }
    : { title: TERMINAL, text: `codex mcp add tracedeck --url ${url}` };

/** Those that were tried in their newest versions, or whose documentation says so; the most used first. */
export const ASSISTANTS: readonly Assistant[] = [
  {
    name: 'Claude Code',
    documentation: 'https://code.claude.com/docs/en/mcp',
    step: command('claude mcp add --scope user --transport http tracedeck'),
  },
  {
    name: 'Codex',
    documentation: 'https://developers.openai.com/codex/mcp',
    step: codex,
  },
  {
    name: 'Cursor',
    documentation: 'https://cursor.com/docs/context/mcp',
    step: file('~/.cursor/mcp.json', ['mcpServers', 'tracedeck'], asked()),
  },
  {
    name: 'Copilot in VS Code',
    documentation: 'https://code.visualstudio.com/docs/copilot/chat/mcp-servers',
    step: file('.vscode/mcp.json of a workspace', ['servers', 'tracedeck'], asked('http')),
  },
  {
    name: 'Gemini CLI',
    documentation: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
    step: command('gemini mcp add --scope user --transport http tracedeck'),
  },
  {
    name: 'OpenCode',
    documentation: 'https://opencode.ai/docs/mcp-servers/',
    step: file('~/.config/opencode/opencode.json', ['mcp', 'tracedeck'], asked('remote')),
  },
  {
    name: 'Claude Desktop',
    documentation: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
    step: claudeDesktop,
  },
];
