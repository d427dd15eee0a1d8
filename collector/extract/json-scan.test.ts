import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  eachElement,
  eachMember,
  memberNumber,
  memberString,
  skipBlank,
  stringHead,
  valueEnd,
} from './json-scan.ts';

const json = fc.jsonValue({ maxDepth: 4 });

test('the end of any JSON value is found', () => {
  fc.assert(
    fc.property(json, fc.integer({ min: 0, max: 2 }), (value, indent) => {
      const text = `[${JSON.stringify(value, null, indent)}]`;
      expect(valueEnd(text, 1, text.length)).toBe(text.length - 1);
    }),
  );
});

test('elements and members are those that JSON.parse sees', () => {
  fc.assert(
    fc.property(
      fc.array(json),
      fc.dictionary(fc.string({ unit: 'grapheme-ascii' }), json),
      (list, object) => {
        const listText = JSON.stringify(list, null, 1);
        const elements: unknown[] = [];
        eachElement(listText, 0, listText.length, (start) => {
          elements.push(JSON.parse(listText.slice(start, valueEnd(listText, start, listText.length))));
          return true;
        });
        expect(JSON.stringify(elements)).toBe(JSON.stringify(list));

        const objectText = JSON.stringify(object);
        const values: string[] = [];
        eachMember(objectText, 0, objectText.length, (_name, start) => {
          values.push(objectText.slice(start, valueEnd(objectText, start, objectText.length)));
          return true;
        });
        expect(values).toEqual(Object.values(object).map((value) => JSON.stringify(value)));
      },
    ),
  );
});

const strings = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: fc.constantFrom('a', '"', '\n', '\u0001', '😀', '\ud83d', '\ude00'), maxLength: 200 }),
);

test('the head of a string is what JSON.parse would give, however it is escaped', () => {
  fc.assert(
    fc.property(strings, fc.integer({ min: 1, max: 250 }), (text, length) => {
      const head = stringHead(JSON.stringify(text), 0, length);
      const most = Math.min(length, text.length);
      expect(text.toWellFormed().startsWith(head!)).toBe(true);
      const endsInHalf = (text.charCodeAt(most - 1) & 0xfc00) === 0xd800;
      expect(head!.length).toBe(endsInHalf ? most - 1 : most);
    }),
  );
});

test('scans of arbitrary text end, inside the text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', ',', ':', '\\', ' ', '1', 'a') }),
      (text) => {
        let visited = 0;
        eachElement(text, 0, text.length, () => ++visited <= text.length);
        eachMember(text, 0, text.length, () => ++visited <= 2 * text.length);
        expect(visited).toBeLessThanOrEqual(2 * text.length + 1);
        expect(skipBlank(text, 0, text.length)).toBeLessThanOrEqual(text.length);
      },
    ),
  );
});

test('members of an object by name', () => {
  const text = '{"a":{"model":"no"},"n":12.5,"model":"gpt-4o","list":[1]}';
  expect(memberString(text, 'model')).toBe('gpt-4o');
  expect(memberString(text, 'n')).toBeNull();
  expect(memberString('[1]', 'model')).toBeNull();
  expect(memberString(undefined, 'model')).toBeNull();
  expect(memberNumber(text, 0, 'n')).toBe(12.5);
  expect(memberNumber(text, 0, 'model')).toBeNull();
});
