import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/controls/Button.tsx';
import { ConfirmDialog } from '../../ui/controls/ConfirmDialog.tsx';
import { Switch } from '../../ui/controls/Switch.tsx';
import { shownRules, withoutRule, withSwitched, type Rules, type ShownRule } from './redaction.ts';
import { RedactionForm } from './RedactionForm.tsx';
import type { Change } from './use-change.ts';

type Props = { readonly value: unknown; readonly change: Change; readonly isFixed: boolean };

/** Rules to switch, to change, to add to and to take from; sent whole, since a list is replaced and not mixed. */
export function RedactionRules({ value, change, isFixed }: Props) {
  const rules = value as Rules;
  const [editing, setEditing] = useState<string | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const edited = rules.find(({ name }) => name === editing);
  const isBusy = change.state === 'saving';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ul aria-label="Redaction rules" className="divide-y divide-line/60 rounded-md border border-line">
        {shownRules(rules).map((shown) => (
          <RuleItem
            key={shown.rule.name}
            shown={shown}
            isBusy={isBusy}
            isFixed={isFixed}
            onSwitch={(isOn) => change.update((kept) => withSwitched(kept as Rules, shown.rule.name, isOn))}
            onEdit={() => setEditing(shown.rule.name)}
            onRemove={() => setRemoving(shown.rule.name)}
          />
        ))}
      </ul>
      {!isFixed && (
        <RedactionForm
          key={edited?.name ?? ''}
          rules={rules}
          edited={edited}
          change={change}
          onEnd={() => setEditing(null)}
        />
      )}
      {removing !== null && (
        <ConfirmDialog
          title={`Remove the rule “${removing}”?`}
          action="Remove"
          onConfirm={() => change.update((kept) => withoutRule(kept as Rules, removing))}
          onClose={() => setRemoving(null)}
        >
          What it took out is stored again from the next export on. What was taken out until now does not come
          back.
        </ConfirmDialog>
      )}
    </div>
  );
}

type ItemProps = {
  readonly shown: ShownRule;
  readonly isBusy: boolean;
  readonly isFixed: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
};

function RuleItem({ shown, isBusy, isFixed, onSwitch, onEdit, onRemove }: ItemProps) {
  const { rule, isOn, hint, isKept } = shown;
  const { name, keys, pattern, replacement = '[redacted]' } = rule;
  return (
    <li className="flex items-start gap-3 px-3 py-2.5">
      <Switch
        isOn={isOn}
        onToggle={onSwitch}
        disabled={isBusy || isFixed}
        aria-label={name}
        className="w-16 flex-none"
      />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        {hint !== null && <p className="text-sm text-ink-2">{hint}</p>}
        <dl className="mt-0.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-ink-3">
          {keys !== undefined && (
            <Fact label={pattern === undefined ? 'Values of' : 'In'} text={keys.join(', ')} />
          )}
          {pattern !== undefined && <Fact label="Pattern" text={pattern} />}
          <Fact label="Becomes" text={replacement} />
        </dl>
      </div>
      {isKept && !isFixed && (
        <div className="flex flex-none">
          <IconButton label={`Change the rule ${name}`} disabled={isBusy} onClick={onEdit}>
            <Pencil size={13} aria-hidden />
          </IconButton>
          <IconButton label={`Remove the rule ${name}`} disabled={isBusy} onClick={onRemove}>
            <Trash2 size={13} aria-hidden />
          </IconButton>
        </div>
      )}
    </li>
  );
}

function Fact({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="font-mono wrap-anywhere text-ink-2">{text}</dd>
    </>
  );
}
