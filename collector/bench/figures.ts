import { writeFileSync, readFileSync } from 'node:fs';
import { GOALS } from './goals.ts';
import type { Times } from './measure.ts';

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

const digitsOf = (value: number): number => (Math.abs(value) >= 100 ? 0 : 2);
const numberText = (value: number): string => value.toFixed(digitsOf(value));

/** What has been measured of one collector; each figure is printed when it comes, with its goal beside. */
export class Figures {
  readonly all: Figure[] = [];

  add(name: string, value: number, unit: string): void {
    this.all.push({ name, value, unit });
    const goal = GOALS[name];
    const beside = goal === undefined ? '' : `   goal ${goal.bound} ${numberText(goal.value)}`;
    console.log(`${name.padEnd(60)} ${numberText(value).padStart(10)} ${unit.padEnd(4)}${beside}`.trimEnd());
  }

  times(name: string, times: Times): void {
    this.add(`${name}, p50`, times.p50, 'ms');
    this.add(`${name}, p95`, times.p95, 'ms');
    this.add(`${name}, p99`, times.p99, 'ms');
  }

  save(file: string): void {
    writeFileSync(file, `${JSON.stringify(this.all, null, 2)}\n`);
  }
}

export const readFigures = (file: string): Figure[] => JSON.parse(readFileSync(file, 'utf8')) as Figure[];

/** Both, and the second as a multiple of the first, for every figure that both have. */
export function compare(before: readonly Figure[], after: readonly Figure[]): string {
  const known = new Map(before.map((figure) => [figure.name, figure]));
  return after
    .flatMap(({ name, value, unit }) => {
      const first = known.get(name);
      if (!first) return [];
      const ratio = first.value === 0 ? '' : `× ${(value / first.value).toFixed(2)}`;
      return [
        `${name.padEnd(60)} ${numberText(first.value).padStart(10)} ${numberText(value).padStart(10)} ${unit.padEnd(4)} ${ratio.padStart(7)}`,
      ];
    })
    .join('\n');
}
