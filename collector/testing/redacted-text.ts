import type { RedactionRule } from '../contract/redaction.ts';
import { Allowance } from '../redaction/allowance.ts';
import { Places } from '../redaction/places.ts';
import { Plans } from '../redaction/plans.ts';
import { activeRules } from '../redaction/rules.ts';
import { TextRedaction } from '../redaction/text-redaction.ts';

/** The text of a value as the rules leave it, however long they take. */
export function redactedText(text: string, ...rules: RedactionRule[]): string {
  const allowance = new Allowance(text.length, () => 0);
  const places = new Places(new Plans(activeRules(rules)), allowance);
  return new TextRedaction(places, allowance).redact(text, places.outermost);
}
