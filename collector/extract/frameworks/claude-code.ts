import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import type { Framework } from '../convention.ts';

/** Claude Code and the Claude Agent SDK, by their own telemetry or by OpenInference. */
export const claudeCode: Framework = {
  slug: 'claude-code',
  displayName: 'Claude Code',
  documentation: 'https://docs.claude.com/en/docs/claude-code/monitoring-usage',
  scopes: [
    'com.anthropic.claude_code*',
    '@arizeai/openinference-instrumentation-claude-agent-sdk',
    'openinference.instrumentation.claude_agent_sdk*',
  ],
  conventions: [openInference, genAi],
};
