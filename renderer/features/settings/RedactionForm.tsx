import { Plus } from 'lucide-react';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import type { RedactionRule } from '../../../collector/contract/redaction.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FIELD_CLASS } from './field-class.ts';
import { draftOf, EMPTY_RULE, withRule, type Rules } from './redaction.ts';
import type { Change } from './use-change.ts';

type Props = {
  readonly rules: Rules;
  /** The rule that is being changed; undefined for a new one. */
  readonly edited: RedactionRule | undefined;
  readonly change: Change;
  /** The change is done with, or given up. */
  readonly onEnd: () => void;
};

const LOOK = `${FIELD_CLASS} font-mono`;

/** A rule to add or to change. Whether its pattern can be read the collector says, where changes are told. */
export function RedactionForm({ rules, edited, change, onEnd }: Props) {
  const [draft, setDraft] = useState(() => (edited === undefined ? EMPTY_RULE : draftOf(edited)));
  const [problem, setProblem] = useState<string | null>(null);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const replaced = edited?.name ?? null;
    const next = withRule(rules, draft, replaced);
    setProblem('problem' in next ? next.problem : null);
    if ('problem' in next) return;
    const apply = (kept: unknown): Rules => {
      const latest = withRule(kept as Rules, draft, replaced);
      if ('problem' in latest) throw new Error(latest.problem);
      return latest.rules;
    };
    change.update(apply, () => {
      setDraft(EMPTY_RULE);
      onEnd();
    });
  };
  const title = edited === undefined ? 'Add a rule' : `Change the rule ${edited.name}`;
  return (
    <form onSubmit={onSubmit} aria-label={title} className="grid gap-2.5">
      <h3 className="font-semibold">{title}</h3>
      <div className="grid grid-cols-2 gap-2.5">
        <Field label="Name">
          <input
            // Whoever chose to change a rule goes on here, wherever the form stands.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={edited !== undefined}
            value={draft.name}
            maxLength={100}
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
            className={`${LOOK} h-7`}
          />
        </Field>
        <Field label="Replacement">
          <input
            value={draft.replacement}
            maxLength={100}
            placeholder="[redacted]"
            spellCheck={false}
            onChange={(event) => setDraft({ ...draft, replacement: event.target.value })}
            className={`${LOOK} h-7`}
          />
        </Field>
      </div>
      <Field
        label="Attribute keys"
        hint="One a line, in upper or lower case, * for any text. Without a pattern the whole value goes, whatever it is; inside a value, JSON texts included, keys are reached by their path: headers.authorization."
      >
        <textarea
          value={draft.keys}
          rows={2}
          placeholder={'*password*\nhttp.request.header.authorization'}
          spellCheck={false}
          onChange={(event) => setDraft({ ...draft, keys: event.target.value })}
          className={`${LOOK} py-1`}
        />
      </Field>
      <Field
        label="Pattern"
        hint="A regular expression (RE2: no lookaround, no backreferences). It looks in the values of these keys; without keys in every text: names, values, messages, log bodies, status messages. In JSON it looks at what each string says. (?i) at its start ignores case."
      >
        <input
          value={draft.pattern}
          maxLength={1000}
          placeholder="\bcustomer-\d{6,}"
          spellCheck={false}
          onChange={(event) => setDraft({ ...draft, pattern: event.target.value })}
          className={`${LOOK} h-7`}
        />
      </Field>
      {problem !== null && (
        <p role="alert" className="text-sm text-error">
          {problem}
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" disabled={change.state === 'saving'}>
          {edited === undefined ? (
            <>
              <Plus size={13} aria-hidden /> Add
            </>
          ) : (
            'Save'
          )}
        </Button>
        {edited !== undefined && <Button onClick={onEnd}>Cancel</Button>}
      </div>
    </form>
  );
}

type FieldProps = { readonly label: string; readonly hint?: string; readonly children: ReactNode };

function Field({ label, hint, children }: FieldProps) {
  return (
    <div>
      <label className="grid gap-0.5 text-xs text-ink-2">
        {label}
        {children}
      </label>
      {hint !== undefined && <p className="mt-0.5 text-xs text-ink-3">{hint}</p>}
    </div>
  );
}
