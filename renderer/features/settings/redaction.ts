import type { RedactionRule } from '../../../collector/contract/redaction.ts';

export type Rules = readonly RedactionRule[];

/** Rules that many want. They are no setting until somebody switches one on. */
export const READY_MADE: readonly { readonly rule: RedactionRule; readonly hint: string }[] = [
  {
    rule: {
      name: 'API keys',
      pattern: String.raw`\b(?:(?:sk|pk|rk)[-_][\w-]{20,}|gh[pousr]_\w{36,}|github_pat_\w{36,}|AIza[\w-]{35}|AKIA[A-Z0-9]{16}|xox[abprs]-[\w-]{10,})`,
    },
    hint: 'Keys of OpenAI, Anthropic, Stripe (sk-…), GitHub, Google, AWS and Slack',
  },
  {
    rule: { name: 'Bearer tokens', pattern: String.raw`(?i)\bbearer\s+[a-z0-9._~+/=-]{16,}` },
    hint: 'Authorization headers: “Bearer” and what follows',
  },
  {
    rule: {
      name: 'E-mail addresses',
      pattern: String.raw`[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}`,
    },
    hint: 'Names, values and messages lose each address in them',
  },
  {
    rule: {
      name: 'Credit card numbers',
      pattern: String.raw`\b(?:(?:4\d{3}|5[1-5]\d{2}|2[2-7]\d{2}|6(?:011|5\d{2}))(?:[ -]?\d{4}){3}|3[47]\d{2}[ -]?\d{6}[ -]?\d{5})\b`,
    },
    hint: 'Visa, Mastercard, Discover and American Express, with or without spaces',
  },
];

export type ShownRule = {
  readonly rule: RedactionRule;
  readonly isOn: boolean;
  /** What a ready-made one is for. */
  readonly hint: string | null;
  /** It is in the settings, so it can be changed and removed. */
  readonly isKept: boolean;
};

/** The ready-made rules, as they are kept where they are, then all others in the order in which they are applied. */
export function shownRules(rules: Rules): ShownRule[] {
  const kept = (rule: RedactionRule, hint: string | null): ShownRule => ({
    rule,
    isOn: rule.enabled !== false,
    hint,
    isKept: true,
  });
  const readyMade = READY_MADE.map(({ rule, hint }): ShownRule => {
    const own = rules.find(({ name }) => name === rule.name);
    return own === undefined ? { rule, isOn: false, hint, isKept: false } : kept(own, hint);
  });
  const names = new Set(READY_MADE.map(({ rule }) => rule.name));
  return [...readyMade, ...rules.filter(({ name }) => !names.has(name)).map((rule) => kept(rule, null))];
}

/** The rules with one of them, or one that is ready-made, switched on or off; as they are where there is none of that name. */
export function withSwitched(rules: Rules, name: string, isOn: boolean): Rules {
  const kept = rules.find((rule) => rule.name === name);
  const rule = kept ?? READY_MADE.find((readyMade) => readyMade.rule.name === name)?.rule;
  if (rule === undefined) return rules;
  const { enabled: _, ...switched } = rule;
  const next: RedactionRule = isOn ? switched : { ...switched, enabled: false };
  return kept === undefined ? [...rules, next] : rules.map((one) => (one === kept ? next : one));
}

export function withoutRule(rules: Rules, name: string): Rules {
  return rules.filter((rule) => rule.name !== name);
}

/** A rule as it is typed. */
export type RuleDraft = {
  readonly name: string;
  /** One a line. */
  readonly keys: string;
  readonly pattern: string;
  readonly replacement: string;
};

export const EMPTY_RULE: RuleDraft = { name: '', keys: '', pattern: '', replacement: '' };

export function draftOf({ name, keys = [], pattern = '', replacement = '' }: RedactionRule): RuleDraft {
  return { name, keys: keys.join('\n'), pattern, replacement };
}

/**
 * The rules with a typed one among them, in the place of the one named `replaced`; or what is missing. Whether a pattern can be
 * read the collector says.
 */
export function withRule(
  rules: Rules,
  draft: RuleDraft,
  replaced: string | null,
): { readonly rules: Rules } | { readonly problem: string } {
  const name = draft.name.trim();
  const keys = draft.keys
    .split(/[\n,]/)
    .map((key) => key.trim())
    .filter((key) => key !== '');
  if (name === '') return { problem: 'Give the rule a name.' };
  if (name !== replaced && rules.some((rule) => rule.name === name))
    return { problem: 'There is a rule of this name already.' };
  if (keys.length === 0 && draft.pattern === '')
    return { problem: 'Give attribute keys, a pattern, or both: without them nothing is taken out.' };
  const rule: RedactionRule = {
    name,
    ...(keys.length === 0 ? {} : { keys }),
    ...(draft.pattern === '' ? {} : { pattern: draft.pattern }),
    ...(draft.replacement === '' ? {} : { replacement: draft.replacement }),
  };
  const old = rules.find((one) => one.name === replaced);
  if (old === undefined) return { rules: [...rules, rule] };
  const next = old.enabled === false ? { ...rule, enabled: false } : rule;
  return { rules: rules.map((one) => (one === old ? next : one)) };
}
