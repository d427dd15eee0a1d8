import { expect, test } from 'vitest';
import type { Section } from './compare-items.ts';
import { diffSections } from './section-diff.ts';

const text = (content: string): Section => ({ name: 'Text', text: content });
const thought = (content: string): Section => ({ name: 'Reasoning', text: content });

test('texts of one name stand beside each other, whatever is between them', () => {
  const diff = diffSections([thought('Why?'), text('a cat')], [text('a dog'), text('more')]);
  expect(diff.a).toEqual([
    { name: 'Reasoning', pieces: [{ text: 'Why?', isChanged: true }] },
    {
      name: 'Text',
      pieces: [
        { text: 'a ', isChanged: false },
        { text: 'cat', isChanged: true },
      ],
    },
  ]);
  expect(diff.b[1]).toEqual({ name: 'Text', pieces: [{ text: 'more', isChanged: true }] });
});

test('an entry that stands alone has nothing marked', () => {
  expect(diffSections(null, [text('new'), text('')])).toEqual({
    a: [],
    b: [
      { name: 'Text', pieces: [{ text: 'new', isChanged: false }] },
      { name: 'Text', pieces: [] },
    ],
  });
});
