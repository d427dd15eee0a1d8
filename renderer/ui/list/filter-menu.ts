import type { FilterOptions, OptionCount } from '../../../collector/contract/filter-options.ts';
import {
  fieldLabel,
  optionFields,
  suggestedFields,
  type Listed,
  type OptionField,
} from '../../lib/filter-fields.ts';
import { valueLabel } from '../../lib/filters.ts';

// What the menu of filters offers for a text: fields, their values, attribute keys.

const MOST_VALUES = 8;
const MOST_ATTRIBUTES = 40;

export type MenuMatch =
  | { readonly kind: 'field'; readonly field: OptionField; readonly count: number }
  /** One without values to choose from. */
  | { readonly kind: 'plain'; readonly field: string }
  | { readonly kind: 'value'; readonly field: OptionField; readonly option: OptionCount }
  | { readonly kind: 'attribute'; readonly key: string; readonly sample: string };

/**
 * Fields with values, then those that any condition may name, the values themselves once something is typed, and attribute
 * keys; all that contain the text. Of fields that could have values and have none only what is typed tells.
 */
export function menuMatches(options: FilterOptions, listed: Listed, text: string): readonly MenuMatch[] {
  const wanted = text.trim().toLowerCase();
  const matches = (candidate: string): boolean => candidate.toLowerCase().includes(wanted);
  const isNamed = (field: string): boolean => matches(fieldLabel(field)) || matches(field);
  const fields = optionFields(listed).filter((field) => options.options[field].length > 0);
  const without = optionFields(listed).filter((field) => options.options[field].length === 0);
  const values = wanted === '' ? [] : fields.flatMap((field) => matchingValues(options, field, text));
  return [
    ...fields
      .filter(isNamed)
      .map((field): MenuMatch => ({ kind: 'field', field, count: options.options[field].length })),
    ...[...suggestedFields(listed), ...(wanted === '' ? [] : without)]
      .filter(isNamed)
      .map((field): MenuMatch => ({ kind: 'plain', field })),
    ...values.toSorted((a, b) => b.option.count - a.option.count).slice(0, MOST_VALUES),
    ...options.attributes
      .filter(({ key }) => matches(key))
      .slice(0, MOST_ATTRIBUTES)
      .map(({ key, sample_values }): MenuMatch => ({
        kind: 'attribute',
        key,
        sample: sample_values.map(String).join(', '),
      })),
  ];
}

/** The values of a field that contain the text, most frequent first. */
export function matchingValues(
  options: FilterOptions,
  field: OptionField,
  text: string,
): readonly { readonly kind: 'value'; readonly field: OptionField; readonly option: OptionCount }[] {
  const wanted = text.trim().toLowerCase();
  return options.options[field]
    .filter(({ value }) => `${value}\n${valueLabel(field, value)}`.toLowerCase().includes(wanted))
    .map((option) => ({ kind: 'value', field, option }));
}
