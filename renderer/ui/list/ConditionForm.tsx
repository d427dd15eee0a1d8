import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode, type SubmitEvent } from 'react';
import type { FilterOperator } from '../../../collector/contract/filters.ts';
import type { FilterOptions } from '../../../collector/contract/filter-options.ts';
import { filterOptionsQuery } from '../../api/queries.ts';
import { needsNoValue, OPERATORS, readDraft, type Condition, type Draft } from '../../lib/filters.ts';
import {
  fieldLabel,
  keyOf,
  optionFields,
  suggestedFields,
  type Listed,
  type OptionField,
} from '../../lib/filter-fields.ts';
import { Button } from '../controls/Button.tsx';
import { IndexingNote } from '../notices/IndexingNote.tsx';
import { useIndexing } from '../notices/use-indexing.ts';
import { meantField } from './meant-field.ts';

type Props = {
  readonly project: string;
  readonly listed: Listed;
  readonly draft: Draft;
  readonly action: string;
  readonly onSubmit: (filter: Condition) => void;
};

const CONTROL = 'h-7 w-full min-w-0 rounded-md border border-line bg-bg px-2 text-sm text-ink';

/** A condition in its three parts: any field or attribute key, any operator, a value. */
export function ConditionForm({ project, listed, draft: initial, action, onSubmit }: Props) {
  const id = useId();
  const { data } = useQuery(filterOptionsQuery(project, listed));
  const [draft, setDraft] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  // Half a key is no key: what is wrong with it is said when it has been named.
  const [isNaming, setIsNaming] = useState(false);
  const indexingOf = useIndexing(project, listed);
  const attributes = data?.attributes ?? [];
  const key = keyOf(draft.key, listed, attributes);
  const indexing = key === '' || isNaming ? null : indexingOf(key);
  const meant = indexing === 'unindexed' || indexing === 'named' ? meantField(key, listed) : null;
  const valueLabel = draft.op === 'in' ? 'Values, parted by commas' : 'Value';
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const read = readDraft(draft, attributes, listed);
    if ('problem' in read) setProblem(read.problem);
    else onSubmit(read.filter);
  };
  const change = (part: Partial<Draft>): void => {
    setProblem(null);
    setDraft({ ...draft, ...part });
  };
  return (
    <form onSubmit={submit} className="grid w-80 gap-2 p-2.5">
      <Field label="Field or attribute">
        <input
          aria-label="Field or attribute"
          list={`${id}-keys`}
          value={draft.key}
          onChange={(event) => change({ key: event.target.value })}
          onFocus={() => setIsNaming(true)}
          onBlur={() => setIsNaming(false)}
          // The form opened to be filled in: where it is empty first.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={initial.key === ''}
          autoComplete="off"
          spellCheck={false}
          className={`${CONTROL} font-mono`}
        />
      </Field>
      <datalist id={`${id}-keys`}>
        {[...optionFields(listed), ...suggestedFields(listed), ...attributes.map(({ key }) => key)].map(
          (key) => (
            <option key={key} value={key}>
              {fieldLabel(key)}
            </option>
          ),
        )}
      </datalist>
      <div className="grid grid-cols-[116px_1fr] gap-2">
        <Field label="Operator">
          <select
            value={draft.op}
            onChange={(event) => change({ op: event.target.value as FilterOperator })}
            className={CONTROL}
          >
            {OPERATORS.map(({ op, label }) => (
              <option key={op} value={op}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        {!needsNoValue(draft.op) && (
          <Field label={valueLabel}>
            <input
              aria-label={valueLabel}
              list={`${id}-values`}
              value={draft.text}
              onChange={(event) => change({ text: event.target.value })}
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus={initial.key !== ''}
              autoComplete="off"
              spellCheck={false}
              className={CONTROL}
            />
          </Field>
        )}
      </div>
      <datalist id={`${id}-values`}>
        {suggestedValues(data, key).map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </datalist>
      <p role="status" className="text-xs text-ink-2 empty:hidden">
        {meant !== null && <MeantField field={meant} onTake={() => change({ key: meant })} />}
        {indexing === 'unindexed' && 'This key is not indexed, so a filter by it finds nothing. '}
        <IndexingNote project={project} attribute={key} indexing={indexing} />
      </p>
      {problem !== null && (
        <p role="alert" className="text-error">
          {problem}
        </p>
      )}
      <Button type="submit" className="justify-center">
        {action}
      </Button>
    </form>
  );
}

type MeantProps = { readonly field: string; readonly onTake: () => void };

function MeantField({ field, onTake }: MeantProps) {
  return (
    <>
      Is{' '}
      <button type="button" onClick={onTake} className="text-link">
        {fieldLabel(field)}
      </button>{' '}
      meant?{' '}
    </>
  );
}

function Field({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // The control is the child.
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control
    <label className="grid gap-0.5 text-xs text-ink-3">
      {label}
      {children}
    </label>
  );
}

function suggestedValues(data: FilterOptions | undefined, key: string): readonly string[] {
  if (data === undefined) return [];
  if (Object.hasOwn(data.options, key)) {
    return data.options[key as OptionField].map(({ value }) => value);
  }
  const samples = data.attributes.find((attribute) => attribute.key === key)?.sample_values ?? [];
  return samples.map(String);
}
