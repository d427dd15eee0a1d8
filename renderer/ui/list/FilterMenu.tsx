import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { filterOptionsQuery } from '../../api/queries.ts';
import { fieldLabel, type Listed, type OptionField } from '../../lib/filter-fields.ts';
import { toggleValue, type Condition } from '../../lib/filters.ts';
import { OptionList } from '../controls/OptionList.tsx';
import { ConditionForm } from './ConditionForm.tsx';
import { allOptions, valueOptions, type Step } from './filter-menu-options.tsx';
import { FilterPopover } from './FilterPopover.tsx';

type Props = {
  readonly project: string;
  readonly listed: Listed;
  /** Whether the list leaves out traces without an AI span. */
  readonly isOfAi: boolean;
  readonly filters: readonly Condition[];
  readonly onChange: (filters: readonly Condition[]) => void;
  /** The one field that it is about; absent: all of them. */
  readonly field?: OptionField;
};

/** Adds filters: field by field with the values that there are and how often, or any condition. */
export function FilterMenu(props: Props) {
  const { field } = props;
  return (
    <FilterPopover name={field === undefined ? undefined : fieldLabel(field)}>
      {(close) => <MenuContent {...props} onDone={close} />}
    </FilterPopover>
  );
}

function MenuContent({
  project,
  listed,
  isOfAi,
  filters,
  onChange,
  onDone,
  field,
}: Props & { readonly onDone: () => void }) {
  const { data, error } = useQuery(filterOptionsQuery(project, listed, isOfAi));
  const [step, setStep] = useState<Step>(field === undefined ? null : { field });
  const [text, setText] = useState('');
  const go = (next: Step): void => {
    setText('');
    setStep(next);
  };
  const add = (filter: Condition): void => {
    onChange([...filters, filter]);
    onDone();
  };
  if (step !== null && 'draft' in step) {
    return (
      <ConditionForm
        project={project}
        listed={listed}
        draft={step.draft}
        action="Add filter"
        onSubmit={add}
      />
    );
  }
  const toggle = (field: OptionField, value: string): void => onChange(toggleValue(filters, field, value));
  const options =
    data === undefined
      ? []
      : step === null
        ? allOptions(data, listed, text, { go, toggle, add })
        : valueOptions(data, step.field, text, filters, toggle);
  return (
    <div className="w-80">
      <OptionList
        key={step?.field ?? ''}
        label={step === null ? 'Filter by' : `Values of ${fieldLabel(step.field)}`}
        placeholder={step === null ? 'Field, value or attribute' : 'Find a value'}
        text={text}
        onText={setText}
        options={options}
        prefix={step === null ? undefined : <span className="text-ink-3">{fieldLabel(step.field)}</span>}
        {...(field === undefined ? { onBack: () => go(null) } : {})}
        nothing={
          error === null
            ? data === undefined
              ? 'Loading…'
              : text === ''
                ? 'No values yet.'
                : 'No value contains this.'
            : `The values could not be loaded: ${error.message}`
        }
      />
    </div>
  );
}
