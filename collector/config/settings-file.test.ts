import { expect, test } from 'vitest';
import { writeSettings } from './settings-file.ts';

test.runIf(process.platform === 'linux')('comes back where no folder can be made for the file', () => {
  const patch = { otel: { retention: { days: 7 } } };
  expect(() => writeSettings('/proc/tracedeck/config.json', ['otel.retention.days'], patch)).toThrow(
    'ENOENT',
  );
});
