import { eventNameOf } from '../decode/event-name.ts';
import type { AttributeValue, Attributes } from '../decode/records.ts';
import { headlineOf } from '../lib/claude-code-sections.ts';
import { cut } from '../lib/cut.ts';
import { keptName } from './names.ts';
import { clip, inputPreview, outputPreview } from './preview.ts';
import { cutValue } from './cut-value.ts';

/** Characters of a log record that can be searched for. */
const SEARCH_LENGTH = 2000;

/** A log record as extraction sees it while it is being ingested. */
export interface LogInput {
  readonly eventName: string;
  readonly attributes: Attributes;
  body(): AttributeValue;
}

/** What is extracted from a log record into columns, once, when it arrives. */
export interface LogFields {
  /** Its own, or the attribute that named events before the field was there. */
  readonly eventName: string | null;
  /** Event name, body and attributes (`key=value`) in lower case, the first 2,000 characters. */
  readonly searchText: string;
  /** What a person said or a model answered in it, cut; the conventions before 1.37 write one record a message. */
  readonly inputPreview: string | null;
  readonly outputPreview: string | null;
  /** Whether a conversation may be read from it: not from an application's lines, of which there may be any number. */
  readonly speaks: boolean;
}

/** Never throws, whatever an exporter wrote. */
export function logFields(log: LogInput): LogFields {
  const eventName = keptName(eventNameOf(log.eventName, log.attributes) || null);
  const body = log.body();
  const text = typeof body === 'string' ? cut(body, SEARCH_LENGTH) : structuredText(body);
  return {
    eventName,
    searchText: cut(
      withAttributes(`${eventName ?? ''}\n${text}`, log.attributes).toLowerCase(),
      SEARCH_LENGTH,
    ),
    ...previews(eventName ?? '', body, log.attributes),
    speaks: eventName !== null || isObjectText(body) || hasOurAttributes(log.attributes),
  };
}

/** AutoGen's events are texts of JSON without a name. */
const isObjectText = (body: AttributeValue): boolean => typeof body === 'string' && /^\s*\{/.test(body);

/** Those of the conventions, which records without an event's name say something by as well. */
function hasOurAttributes(attributes: Attributes): boolean {
  for (const key of attributes.keys()) if (key.startsWith('gen_ai.')) return true;
  return false;
}

const structuredText = (body: AttributeValue): string =>
  body === null ? '' : (JSON.stringify(cutValue(body, SEARCH_LENGTH)) ?? '');

/** Events of coding agents say all in attributes. Those for which there is no room are not looked at. */
function withAttributes(text: string, attributes: Attributes): string {
  let all = text;
  for (const key of attributes.keys()) {
    const room = SEARCH_LENGTH - all.length;
    if (room <= 0) break;
    const value = attributes.get(key) ?? null;
    all += `\n${key}=${typeof value === 'string' ? cut(value, room) : structuredText(value)}`;
  }
  return all;
}

type Previews = Pick<LogFields, 'inputPreview' | 'outputPreview'>;
const NO_PREVIEWS: Previews = { inputPreview: null, outputPreview: null };

function previews(eventName: string, body: AttributeValue, attributes: Attributes): Previews {
  const field = (key: string): AttributeValue | undefined =>
    (body instanceof Map ? (body.get(key) as AttributeValue | undefined) : undefined) ?? attributes.get(key);
  const text = typeof body === 'string' ? body : undefined;
  switch (eventName) {
    case 'gen_ai.user.message': {
      // Some exporters write every message as a user's event.
      const role = field('role');
      if (role !== undefined && role !== 'user') return NO_PREVIEWS;
      return { inputPreview: inputPreview(said(field('content')) ?? text), outputPreview: null };
    }
    case 'gen_ai.choice':
      return {
        inputPreview: null,
        outputPreview: outputPreview(field('message') ?? said(field('content')) ?? text),
      };
    case 'gen_ai.client.inference.operation.details':
      return {
        inputPreview: inputPreview(field('gen_ai.input.messages')),
        outputPreview: outputPreview(field('gen_ai.output.messages')),
      };
    case 'codex.user_prompt':
    case 'gemini_cli.user_prompt':
      return { inputPreview: wordsOf(field('prompt')), outputPreview: null };
    case 'claude_code.user_prompt': {
      const prompt = field('prompt');
      const asked = typeof prompt === 'string' ? headlineOf(prompt) : prompt;
      return { inputPreview: wordsOf(asked), outputPreview: null };
    }
    case 'codex.agent_response':
    case 'claude_code.assistant_response':
      return { inputPreview: null, outputPreview: wordsOf(field('response')) };
    default:
      return text?.startsWith('claude_code.') === true && text !== eventName
        ? previews(text, null, attributes)
        : NO_PREVIEWS;
  }
}

/** What Google ADK writes in place of content that was not to be recorded is none. */
const said = (content: AttributeValue | undefined): AttributeValue | undefined =>
  content === '<elided>' ? undefined : content;

/** What stands in place of words that were not to be recorded is none. */
const wordsOf = (value: AttributeValue | undefined): string | null =>
  typeof value === 'string' && !/^[<[]REDACTED[>\]]$/.test(value) ? clip(value) : null;
