import type { Attributes } from '../../decode/records.ts';
import { memberString } from '../json-scan.ts';
import { type EventSpan, type LogSpanReader, durationOf, numbersOf } from './sketch.ts';

/**
 * Claude Code's events (https://docs.claude.com/en/docs/claude-code/monitoring-usage): every one of a turn names its
 * session and its prompt. While it traces they name a trace too, and are none of ours. Spans are named as it names its own.
 */
export const claudeCode: LogSpanReader = {
  prefix: 'claude_code.',
  scope: 'com.anthropic.claude_code.events',
  place({ name, attributes }) {
    const session = attributes.string('session.id');
    const prompt = attributes.string('prompt.id');
    if (session === undefined || prompt === undefined) return undefined;
    const isRoot = name === 'claude_code.user_prompt';
    return {
      trace: ['claude-code', session, prompt],
      span: spanOf(name, attributes),
      role: isRoot ? 'root' : 'child',
    };
  },
};

function spanOf(name: string, attributes: Attributes): EventSpan | null {
  const span = (type: string, rest: Partial<EventSpan> = {}): EventSpan => ({
    name: `claude_code.${type}`,
    durationMs: durationOf(attributes),
    failure: null,
    ...rest,
    attributes: { 'span.type': type, ...rest.attributes },
  });
  switch (name) {
    case 'claude_code.user_prompt':
      return span('interaction');
    case 'claude_code.api_request':
      return span('llm_request', { attributes: numbersOf(attributes, { cost_usd: 'gen_ai.usage.cost' }) });
    case 'claude_code.api_error':
      return span('llm_request', { failure: attributes.string('error') ?? 'failed' });
    case 'claude_code.assistant_response':
      return span('assistant_response');
    case 'claude_code.tool_result':
      return span('tool', { failure: failureOf(attributes), attributes: { tool_name: toolOf(attributes) } });
    default:
      return null;
  }
}

function failureOf(attributes: Attributes): string | null {
  const success = attributes.get('success');
  return success === false || success === 'false' ? (attributes.string('error') ?? 'failed') : null;
}

/** As on its spans: a tool of an MCP server bears the server's name too. */
function toolOf(attributes: Attributes): string {
  const parameters = attributes.string('tool_parameters');
  const server = memberString(parameters, 'mcp_server_name');
  const tool = memberString(parameters, 'mcp_tool_name');
  return server === null || tool === null
    ? (attributes.string('tool_name') ?? 'tool')
    : `mcp__${server}__${tool}`;
}
