import { readdirSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { defaultConfig } from '../config/config.ts';
import { createTokenRules, type RunTokenRules } from './token-rules.ts';
import { testFolder } from '../testing/test-folder.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

function rulesWith(enabled: boolean, required: boolean | null = null): RunTokenRules {
  const config = defaultConfig({});
  config.storage.data_dir = folder;
  config.auth.enabled = enabled;
  config.otel.auth.required = required;
  return createTokenRules(config);
}

test.for([
  [true, null],
  [true, false],
  [false, true],
] as const)('until the key is there nobody is let in (auth %s, of exporters %s)', ([enabled, required]) => {
  const rules = rulesWith(enabled, required);
  expect(() => rules.check(undefined)).toThrow('open() comes first');
  rules.open();
  expect(() => rules.check(undefined)).toThrow(expect.objectContaining({ code: 'AUTH_REQUIRED' }));
});

test('where nobody needs a token everybody comes in, and no key is made', () => {
  const rules = rulesWith(false);
  expect(() => rules.check(undefined)).not.toThrow();
  rules.open();
  expect(() => rules.check(undefined)).not.toThrow();
  expect([rules.issue(), readdirSync(folder)]).toEqual([null, []]);
});

test('a token of this run is one that counts', () => {
  const rules = rulesWith(true);
  rules.open();
  expect(() => rules.check(`Bearer ${rules.issue()}`)).not.toThrow();
});
