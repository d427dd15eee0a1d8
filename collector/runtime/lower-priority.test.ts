import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** The priority of a process after `lowerPriority`, which was started with `before`. */
function priorityAfter(before: number): number {
  const program = `
    import { getPriority, setPriority } from 'node:os';
    import { lowerPriority } from ${JSON.stringify(new URL('lower-priority.ts', import.meta.url).href)};
    setPriority(0, ${before});
    lowerPriority(10);
    console.log(getPriority(0));`;
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }),
  );
}

test.runIf(process.platform === 'linux')(
  'who gives way is run after the others, whatever the process was started with',
  () => {
    const own = Number(
      execFileSync(process.execPath, ['--print', 'os.getPriority(0)'], { encoding: 'utf8' }),
    );
    expect(priorityAfter(own)).toBe(Math.min(own + 10, 19));
    expect(priorityAfter(Math.max(own, 15))).toBe(19);
  },
);
