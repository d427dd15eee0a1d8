import { AttributeMap } from '../../decode/attribute-map.ts';
import type { AttributeValue, Attributes } from '../../decode/records.ts';

/** An event of a span, as it was before it was moved. */
interface MovedEvent {
  readonly name: string;
  readonly attributes: Attributes;
}

type Fields = ReadonlyMap<string, AttributeValue>;

/**
 * AWS's distribution of OpenTelemetry, which Bedrock AgentCore runs, takes what was said out of spans and writes a log record for
 * each: `{input: {messages: […]}, output: {messages: […]}}`. A message of Strands has the attributes of the event that it was for
 * its content. Undefined for any other body.
 */
export function movedEvents(body: AttributeValue): readonly MovedEvent[] | undefined {
  const fields = fieldsOf(body);
  if (fields === undefined) return undefined;
  const asked = messagesIn(fields.get('input')).flatMap(({ role, content }) => {
    const name = EVENTS.get(role);
    return name === undefined ? [] : { name, attributes: content };
  });
  const said = messagesIn(fields.get('output'));
  // Answers of earlier calls stand among the output, by their role alone: their own calls tell them where they belong.
  const choices = said.filter(({ content }) => content.has('message'));
  const answered = choices.map(({ content }) => ({ name: 'gen_ai.choice', attributes: content }));
  return asked.length + answered.length === 0 ? undefined : [...asked, ...answered];
}

const EVENTS: ReadonlyMap<string, string> = new Map(
  ['system', 'user', 'assistant', 'tool'].map((role) => [role, `gen_ai.${role}.message`]),
);

function messagesIn(
  side: AttributeValue | undefined,
): { readonly role: string; readonly content: Attributes }[] {
  const list = fieldsOf(side)?.get('messages');
  if (!Array.isArray(list)) return [];
  return (list as readonly AttributeValue[]).flatMap((message) => {
    const role = fieldsOf(message)?.get('role');
    const content = fieldsOf(fieldsOf(message)?.get('content'));
    return typeof role !== 'string' || content === undefined
      ? []
      : { role, content: new AttributeMap(content) };
  });
}

const fieldsOf = (value: AttributeValue | undefined): Fields | undefined =>
  value instanceof Map ? (value as Fields) : undefined;
