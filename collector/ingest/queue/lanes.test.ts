import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { laneOf, Lanes, type Lane } from './lanes.ts';

interface Item {
  readonly cost: number;
  readonly name: string;
}
const item = (name: string, cost = 1): Item => ({ cost, name });

test('a small request that comes now goes before all large ones that wait', () => {
  const lanes = new Lanes<Item>();
  for (let i = 0; i < 50; i++) lanes.push('large', item(`large ${i}`, 8000));
  expect(lanes.shift()?.name).toBe('large 0');
  lanes.push('small', item('small', 500));
  expect(lanes.shift()?.name).toBe('small');
  expect(lanes.shift()?.name).toBe('large 1');
});

test('a lane has no claim to the time in which nothing was in it', () => {
  for (const [idle, busy] of [
    ['large', 'small'],
    ['small', 'large'],
  ] as const) {
    const lanes = new Lanes<Item>();
    const pushTen = (lane: Lane): void => {
      for (let i = 0; i < 10; i++) lanes.push(lane, item(lane, 1000));
    };
    // So that it is never empty.
    lanes.push(busy, item(busy, 1000));
    for (let round = 0; round < 10; round++) {
      pushTen(busy);
      for (let i = 0; i < 10; i++) lanes.shift();
    }
    pushTen(busy);
    pushTen(idle);
    const next = Array.from({ length: 10 }, () => lanes.shift()!.name);
    expect(next).toContain(busy);
    expect(next).toContain(idle);
  }
});

test.for([
  ['that was there before', false],
  ['that keeps coming', true],
] as const)(
  'of work %s small requests have four fifths, and large ones are not kept out',
  ([, keepsComing]) => {
    const lanes = new Lanes<Item>();
    for (let i = 0; i < 100; i++) lanes.push('large', item('large', 1000));
    for (let i = 0; i < 1000; i++) lanes.push('small', item('small', 100));
    const served = { large: 0, small: 0 };
    for (let i = 0; i < 500; i++) {
      const next = lanes.shift()!;
      const lane = next.name as Lane;
      served[lane] += next.cost;
      if (keepsComing) lanes.push(lane, next);
    }
    expect(served.small / served.large).toBeGreaterThan(3);
    expect(served.small / served.large).toBeLessThan(5);
  },
);

test('everything comes out once, each lane in its order, and costs add up', () => {
  const pushed = fc.record({ lane: fc.constantFrom<Lane[]>('small', 'large'), cost: fc.nat(10_000) });
  fc.assert(
    fc.property(fc.array(fc.oneof(pushed, fc.constant('shift' as const))), (steps) => {
      const lanes = new Lanes<Item>();
      const waiting: Record<Lane, Item[]> = { small: [], large: [] };
      const take = (): void => {
        const next = lanes.shift();
        const lane = next?.name as Lane | undefined;
        expect(next).toBe(lane === undefined ? undefined : waiting[lane].shift());
        for (const name of ['small', 'large'] as const)
          expect(lanes.cost(name)).toBe(waiting[name].reduce((sum, { cost }) => sum + cost, 0));
      };
      for (const step of steps) {
        if (step === 'shift') {
          take();
          continue;
        }
        const one = item(step.lane, step.cost);
        waiting[step.lane].push(one);
        lanes.push(step.lane, one);
      }
      while (lanes.size > 0) take();
      expect(waiting).toEqual({ small: [], large: [] });
    }),
  );
});

test('what a default exporter sends is small', () => {
  expect(laneOf({ items: 512, bytes: 1_500_000 })).toBe('small');
  expect(laneOf({ items: 1024, bytes: 2 * 1024 * 1024 })).toBe('small');
  expect(laneOf({ items: 4000, bytes: 1_500_000 })).toBe('large');
  expect(laneOf({ items: 0, bytes: 3_000_000 })).toBe('large');
});
