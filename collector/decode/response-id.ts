import type { Attributes } from './records.ts';

/** Longer ones are none: no provider has such. */
const MOST = 256;

/**
 * The provider's id of a model's answer, where the span of the call says it: two instrumentations that recorded one call say
 * the same. Null where it says none.
 */
export function responseIdOf(attributes: Pick<Attributes, 'string'>): string | null {
  const id = attributes.string('gen_ai.response.id') ?? attributes.string('ai.response.id');
  return id === undefined || id.length > MOST ? null : id;
}
