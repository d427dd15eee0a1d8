import { code, exportLines, variables, type Recipe } from './recipe.ts';

const SETTINGS = 'Settings file';

/** Agents that write code, set up by their own settings. */
export const CODING_AGENTS: readonly Recipe[] = [
  {
    slug: 'claude-code',
    documentation: 'https://docs.claude.com/en/docs/claude-code/monitoring-usage',
    variants: [
      {
        language: 'Shell',
        steps: [
          variables(
            'Where claude, or a program on the Agent SDK, is started',
            'CLAUDE_CODE_ENABLE_TELEMETRY=1',
            'CLAUDE_CODE_ENHANCED_TELEMETRY_BETA=1',
            'OTEL_TRACES_EXPORTER=otlp',
            'OTEL_LOGS_EXPORTER=otlp',
            'OTEL_METRICS_EXPORTER=otlp',
            'OTEL_LOG_USER_PROMPTS=1',
            'OTEL_LOG_TOOL_DETAILS=1',
            'OTEL_LOG_TOOL_CONTENT=1',
          ),
        ],
        note: 'The last three lines are for prompts and for what tools were given and answered: without them lengths alone are sent.',
      },
    ],
  },
  {
    slug: 'codex',
    documentation: 'https://developers.openai.com/codex/config-advanced#observability-and-telemetry',
    variants: [
      {
        language: SETTINGS,
        steps: [
          code(
            '~/.codex/config.toml',
            ({ http }) => `[otel]
environment = "dev"
log_user_prompt = true
log_agent_responses = true

[otel.exporter.otlp-http]
endpoint = "${http}/v1/logs"
protocol = "binary"

[otel.trace_exporter.otlp-http]
endpoint = "${http}/v1/traces"
protocol = "binary"

[otel.metrics_exporter.otlp-http]
endpoint = "${http}/v1/metrics"
protocol = "binary"`,
          ),
          code('Where codex exec is started', () =>
            exportLines(['OTEL_BSP_SCHEDULE_DELAY=20', 'OTEL_BLRP_SCHEDULE_DELAY=20']),
          ),
        ],
        note: 'Prompts, answers and usage come as log records, calls as spans: it takes both exporters, and the third for metrics. Without the last two lines codex exec sends nothing of a prompt that fails. Answers are sent where the model marks them as final, which OpenAI’s do and many others do not.',
      },
    ],
  },
  {
    slug: 'gemini-cli',
    documentation: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/cli/telemetry.md',
    variants: [
      {
        language: SETTINGS,
        steps: [
          code('~/.gemini/settings.json', ({ http }) =>
            JSON.stringify(
              {
                telemetry: {
                  enabled: true,
                  target: 'local',
                  otlpEndpoint: http,
                  otlpProtocol: 'http',
                  traces: true,
                  logPrompts: true,
                },
              },
              null,
              2,
            ),
          ),
        ],
      },
      {
        language: 'Shell',
        steps: [
          code('Where gemini is started', ({ http }) =>
            exportLines([
              'GEMINI_TELEMETRY_ENABLED=true',
              'GEMINI_TELEMETRY_TARGET=local',
              `GEMINI_TELEMETRY_OTLP_ENDPOINT=${http}`,
              'GEMINI_TELEMETRY_OTLP_PROTOCOL=http',
              'GEMINI_TELEMETRY_TRACES_ENABLED=true',
              'GEMINI_TELEMETRY_LOG_PROMPTS=true',
            ]),
          ),
        ],
      },
    ],
  },
  {
    slug: 'qwen-code',
    documentation: 'https://qwenlm.github.io/qwen-code-docs/en/developers/development/telemetry/',
    variants: [
      {
        language: SETTINGS,
        steps: [
          code('~/.qwen/settings.json', ({ http }) =>
            JSON.stringify(
              {
                telemetry: {
                  enabled: true,
                  target: 'local',
                  otlpEndpoint: http,
                  otlpProtocol: 'http',
                  includeSensitiveSpanAttributes: true,
                },
              },
              null,
              2,
            ),
          ),
        ],
        note: 'The last of the settings is for what was said: without it names and numbers alone are sent.',
      },
    ],
  },
  {
    slug: 'opencode',
    documentation: 'https://opencode.ai/docs/config/',
    variants: [
      {
        language: 'Shell',
        steps: [
          code('~/.config/opencode/opencode.json', () =>
            JSON.stringify({ experimental: { openTelemetry: true } }, null, 2),
          ),
          code('Where opencode is started', ({ http }) =>
            exportLines([`OTEL_EXPORTER_OTLP_ENDPOINT=${http}`, 'OTEL_BSP_SCHEDULE_DELAY=100']),
          ),
        ],
        note: 'Without the setting it sends its own functions, but nothing of the model’s calls. Without the last line opencode run ends before it has sent the answer.',
      },
    ],
  },
  {
    slug: 'copilot',
    documentation: 'https://code.visualstudio.com/docs/copilot/guides/monitoring-agents',
    variants: [
      {
        language: 'VS Code',
        steps: [
          code('settings.json', ({ http }) =>
            JSON.stringify(
              {
                'github.copilot.chat.otel.enabled': true,
                'github.copilot.chat.otel.exporterType': 'otlp-http',
                'github.copilot.chat.otel.otlpEndpoint': http,
                'github.copilot.chat.otel.captureContent': true,
              },
              null,
              2,
            ),
          ),
        ],
      },
      {
        language: 'Copilot CLI',
        steps: [
          variables(
            'Where copilot is started',
            'COPILOT_OTEL_ENABLED=true',
            'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true',
          ),
        ],
      },
    ],
  },
];
