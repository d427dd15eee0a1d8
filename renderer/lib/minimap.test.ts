import { expect, test } from 'vitest';
import { drawMinimap } from './minimap.ts';
import { buildSpanTree } from './span-tree.ts';
import { span } from '../testing/builders.ts';

test('one path a colour, errors last, children on a lane below their parents', () => {
  const paths = drawMinimap(
    buildSpanTree([
      span('root', null, 0, 10, { span_category: 'agent' }),
      span('bad', 'root', 1, 2, { span_category: 'tool', has_error: true }),
      span('call', 'root', 3, 5, { span_category: 'llm' }),
    ]),
  );
  expect(paths).toEqual([
    { tone: 'agent', path: 'M0.0 4h1000.0v3h-1000.0z' },
    { tone: 'llm', path: 'M300.0 9h200.0v3h-200.0z' },
    { tone: 'error', path: 'M100.0 9h100.0v3h-100.0z' },
  ]);
});

test('10,000 spans are drawn quickly and stay within the strip', () => {
  const spans = Array.from({ length: 10_000 }, (_, index) =>
    span(`s${index}`, index === 0 ? null : 's0', index / 10, index / 10 + 3, { span_category: 'llm' }),
  );
  const start = performance.now();
  const [path] = drawMinimap(buildSpanTree(spans));
  expect(performance.now() - start).toBeLessThan(1000);
  const tops = [...(path?.path ?? '').matchAll(/M[\d.]+ (\d+)/g)].map((match) => Number(match[1]));
  expect(Math.max(...tops)).toBeLessThanOrEqual(29);
});
