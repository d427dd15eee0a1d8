import { expect, test } from 'vitest';
import { isMarkdown } from './is-markdown.ts';

test.for(['plain words.', 'a (b) c, d: e', 'one\nline', '\r \r\u2028 \u2029'])('%j is plain text', (text) =>
  expect(isMarkdown(text)).toBe(false),
);
test.for([
  '**bold**',
  '- item',
  'list:\n  1. item',
  '\r> quote',
  '1. item',
  '# title',
  '`code`',
  'a\n\nb',
  'see https://x.y',
  '| a | b |',
])('%j is rendered as Markdown', (text) => expect(isMarkdown(text)).toBe(true));

test.for([
  ['emphasis that never ends', '*a_ '.repeat(5000)],
  ['brackets that never opened', 'a]'.repeat(5000)],
  ['a bracket before thousands of lines', `[${'a\n'.repeat(5000)}`],
  ['lists in lists in one line', `${'1. '.repeat(50)}a`],
  ['quotes in quotes in one line', `so:\n${'> '.repeat(50)}a`],
] as const)('%s stay text: the parser would hold up the window', ([, text]) =>
  expect(isMarkdown(text)).toBe(false),
);
test.for([
  ['a long list with bold names', '- **name**: [what](https://x.y) it_does\n'.repeat(300)],
  ['a long table', `| a | b |\n| - | - |\n${'| **c** | `d_e` |\n'.repeat(400)}`],
  ['a block of code', `~~~\n${'    return self._names[0]\n'.repeat(700)}~~~`],
  ['a page of words with emphasis', 'A *few* of the **words**.\n\n'.repeat(700)],
  ['a line across the page', `a\n\n${'-'.repeat(200)}\n${'* '.repeat(20)}`],
] as const)('%s is rendered', ([, text]) => expect(isMarkdown(text)).toBe(true));
