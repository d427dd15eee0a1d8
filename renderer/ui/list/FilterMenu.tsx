import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { FilterOptions } from '../../../collector/contract/filter-options.ts';
import { filterOptionsQuery } from '../../api/queries.ts';
import {
  chosenValues,
  describeFilter,
  readDraft,
  toggleValue,
  valueLabel,
  type Condition,
  type Draft,
} from '../../lib/filters.ts';
import { fieldKind, fieldLabel, type Listed, type OptionField } from '../../lib/filter-fields.ts';
import { matchingValues, menuMatches, type MenuMatch } from './filter-menu.ts';
import { formatCount } from '../../lib/format.ts';
import { showHidden } from '../../lib/text.ts';
import { OptionList, type Option } from '../controls/OptionList.tsx';
import { ConditionForm } from './ConditionForm.tsx';
import { FilterPopover } from './FilterPopover.tsx';
import { readTyped } from './typed-condition.ts';

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

/** What the menu shows: everything, the values of a field, or the form of a condition. */
type Step = { readonly field: OptionField } | { readonly draft: Draft } | null;

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

type Actions = {
  readonly go: (step: Step) => void;
  readonly toggle: (field: OptionField, value: string) => void;
  readonly add: (filter: Condition) => void;
};

const GROUPS: Readonly<Record<MenuMatch['kind'], string>> = {
  field: 'Fields',
  plain: 'Fields',
  value: 'Values',
  attribute: 'Attributes',
};

function allOptions(
  data: FilterOptions,
  listed: Listed,
  text: string,
  { go, toggle, add }: Actions,
): Option[] {
  const matches = menuMatches(data, listed, text).map((match): Option => {
    const group = GROUPS[match.kind];
    switch (match.kind) {
      case 'field':
        return {
          id: `field ${match.field}`,
          group,
          label: fieldLabel(match.field),
          hint: <FieldHint count={match.count} />,
          onPick: () => go({ field: match.field }),
        };
      case 'plain':
        return {
          id: `field ${match.field}`,
          group,
          label: fieldLabel(match.field),
          hint: <ChevronRight size={13} aria-hidden />,
          onPick: () => go({ draft: draftFor(match.field) }),
        };
      case 'value':
        return {
          id: `value ${match.field} ${match.option.value}`,
          group,
          label: `${fieldLabel(match.field)}: ${showHidden(valueLabel(match.field, match.option.value))}`,
          hint: formatCount(match.option.count),
          onPick: () => toggle(match.field, match.option.value),
        };
      case 'attribute':
        return {
          id: `attribute ${match.key}`,
          group,
          label: <span className="font-mono">{showHidden(match.key)}</span>,
          hint: showHidden(match.sample),
          onPick: () => go({ draft: { key: match.key, op: 'eq', text: '' } }),
        };
    }
  });
  return [...matches, anyCondition(data, listed, text, { go, add })];
}

/** The form for a field: of a number one asks for those above a bound rather than for the very one. */
function draftFor(field: string): Draft {
  return { key: field, op: fieldKind(field) === 'number' ? 'gte' : 'eq', text: '' };
}

/** The condition that is typed out, taken as it stands; where the text is none, the form for it. */
function anyCondition(
  data: FilterOptions,
  listed: Listed,
  text: string,
  { go, add }: Pick<Actions, 'go' | 'add'>,
): Option {
  const option = { id: 'condition', group: 'Anything else' };
  const typed = readTyped(text);
  const read = typed === null ? null : readDraft(typed, data.attributes, listed);
  if (read !== null && 'filter' in read) {
    const { field, relation, value } = describeFilter(read.filter);
    return { ...option, label: `${field} ${relation} ${value}`, onPick: () => add(read.filter) };
  }
  return {
    ...option,
    label: 'Condition: field, operator, value',
    hint: <ChevronRight size={13} aria-hidden />,
    onPick: () => go({ draft: typed ?? { key: text.trim(), op: 'eq', text: '' } }),
  };
}

function FieldHint({ count }: { readonly count: number }) {
  return (
    <span className="flex items-center gap-1">
      {count >= 100 ? '100+' : count} <ChevronRight size={13} aria-hidden />
    </span>
  );
}

function valueOptions(
  data: FilterOptions,
  field: OptionField,
  text: string,
  filters: readonly Condition[],
  toggle: Actions['toggle'],
): Option[] {
  const chosen = chosenValues(filters, field);
  return matchingValues(data, field, text).map(({ option }) => ({
    id: option.value,
    label: showHidden(valueLabel(field, option.value)),
    hint: formatCount(option.count),
    isOn: chosen.includes(option.value),
    onPick: () => toggle(field, option.value),
  }));
}
