import { expect, test } from 'vitest';
import { FIELD_OF_KEY } from '../../collector/store/attributes/attribute-rules.ts';
import { FIELDS } from '../../collector/store/reader/filter-fields.ts';
import { COLUMN_KEYS } from '../ui/attributes/attribute-filter.ts';
import { FIELD_KEYS, suggestedFields } from '../lib/filter-fields.ts';

test('the window takes for fields what the collector takes for fields, and no attribute', () => {
  const known = new Set(Object.values(FIELDS).flatMap((fields) => Object.keys(fields)));
  expect(FIELD_KEYS.toSorted()).toEqual([...known].toSorted());
});

test.for(['traces', 'sessions', 'spans'] as const)(
  'the fields that the menu offers are those of %s',
  (listed) => {
    for (const field of suggestedFields(listed)) expect(Object.keys(FIELDS[listed])).toContain(field);
  },
);

test('the window knows the attributes that columns answer for', () => {
  expect(COLUMN_KEYS).toEqual([...FIELD_OF_KEY.keys()]);
});
