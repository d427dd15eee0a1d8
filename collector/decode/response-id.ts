import type { Attributes } from './records.ts';

/** Longer ones are none: no provider has such. */
const MOST = 256;
/** How the ids begin that OpenAI and Anthropic, and who speaks as they do, give an answer; those of LangChain's runs do not. */
const BODY = /^\[?\{"id":\s?"((?:chatcmpl-|resp_|msg_)[^"\\]+)"/;
const IN_RESULT = /"id":\s?"((?:chatcmpl-|resp_)[^"\\]+)"/;
const IN_METADATA = /"response_metadata":\s?\{"id":\s?"(msg_[^"\\]+)"/;

/**
 * The provider's id of a model's answer, where the span of the call says it: two instrumentations that recorded one call say
 * the same. Null where it says none. Of OpenInference's spans only the JSON that a provider's SDK or LangChain answered has it.
 */
export function responseIdOf(attributes: Pick<Attributes, 'string'>): string | null {
  const id =
    attributes.string('gen_ai.response.id') ??
    attributes.string('ai.response.id') ??
    idIn(attributes.string('output.value'));
  return id === undefined || id.length > MOST ? null : id;
}

/** No text of a message is taken for an id: the quotes in it are escaped. */
function idIn(output: string | undefined): string | undefined {
  if (output === undefined) return undefined;
  const found = output.startsWith('{"generations":')
    ? (IN_METADATA.exec(output) ?? IN_RESULT.exec(output))
    : BODY.exec(output);
  return found?.[1];
}
