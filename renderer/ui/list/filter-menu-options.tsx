import { ChevronRight } from 'lucide-react';
import type { FilterOptions } from '../../../collector/contract/filter-options.ts';
import { fieldKind, fieldLabel, type Listed, type OptionField } from '../../lib/filter-fields.ts';
import {
  chosenValues,
  describeFilter,
  readDraft,
  valueLabel,
  type Condition,
  type Draft,
} from '../../lib/filters.ts';
import { formatCount } from '../../lib/format.ts';
import { showHidden } from '../../lib/text.ts';
import type { Option } from '../controls/OptionList.tsx';
import { matchingValues, menuMatches, type MenuMatch } from './filter-menu.ts';
import { readTyped } from './typed-condition.ts';

/** What the menu shows: everything, the values of a field, or the form of a condition. */
export type Step = { readonly field: OptionField } | { readonly draft: Draft } | null;

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

/** All that can be filtered by, of which `text` is a part. */
export function allOptions(
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

/** The values of a field, those that are filtered by ticked. */
export function valueOptions(
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
