import { describe, expect, test } from 'vitest';
import {
  installsAtQuit,
  nextUpdateStep,
  QUIET_MS,
  updateState,
  whyNoUpdates,
  type UpdateFacts,
  type UpdateStep,
} from './policy.ts';

const hour = 3_600_000;
const now = 100 * hour;
const facts = (more: Partial<UpdateFacts> = {}): UpdateFacts => ({
  unsupported: null,
  consent: true,
  step: { at: 'idle' },
  now,
  lookedAt: null,
  busyAt: null,
  lookAsked: false,
  installAsked: false,
  ...more,
});
const found: UpdateStep = { at: 'found', version: '2.0.0' };
const downloaded: UpdateStep = { at: 'downloaded', version: '2.0.0' };

describe('without consent', () => {
  test('the network is asked for nothing, in no state and at no time', () => {
    const steps: UpdateStep[] = [{ at: 'idle' }, found, { at: 'failed', why: 'x' }, downloaded];
    for (const step of steps)
      for (const lookedAt of [null, 0])
        expect(nextUpdateStep(facts({ consent: false, step, lookedAt }))).toBe('nothing');
    expect(updateState(facts({ consent: false }))).toMatchObject({ phase: 'off' });
  });

  test('one look that somebody asks for is one look, and what it finds is loaded', () => {
    const asked = { consent: false, lookAsked: true };
    expect(nextUpdateStep(facts(asked))).toBe('look');
    expect(nextUpdateStep(facts({ ...asked, step: found }))).toBe('download');
    expect(nextUpdateStep(facts({ consent: false, lookedAt: now - 100 * hour }))).toBe('nothing');
  });
});

test('with consent it is looked for now and then', () => {
  expect(nextUpdateStep(facts())).toBe('look');
  expect(nextUpdateStep(facts({ lookedAt: now - 5 * hour }))).toBe('nothing');
  expect(nextUpdateStep(facts({ lookedAt: now - 6 * hour }))).toBe('look');
  expect(nextUpdateStep(facts({ step: { at: 'failed', why: 'x' }, lookedAt: now - hour }))).toBe('nothing');
  expect(nextUpdateStep(facts({ step: { at: 'looking' }, lookAsked: true }))).toBe('nothing');
  expect(nextUpdateStep(facts({ step: found }))).toBe('download');
});

describe('what is downloaded is installed', () => {
  test('when somebody asks, and never while exports arrive', () => {
    const ready = { step: downloaded };
    expect(nextUpdateStep(facts(ready))).toBe('nothing');
    expect(nextUpdateStep(facts({ ...ready, installAsked: true }))).toBe('install');
    for (const ago of [0, 1, QUIET_MS - 1])
      expect(nextUpdateStep(facts({ ...ready, installAsked: true, busyAt: now - ago }))).toBe('nothing');
    expect(nextUpdateStep(facts({ ...ready, installAsked: true, busyAt: now - QUIET_MS }))).toBe('install');
    expect(updateState(facts({ ...ready, installAsked: true, busyAt: now }))).toMatchObject({
      phase: 'waiting',
    });
  });

  test('or when the app ends anyway, with consent and in quiet', () => {
    expect(installsAtQuit(facts({ step: downloaded }))).toBe(true);
    expect(installsAtQuit(facts({ step: downloaded, consent: false }))).toBe(false);
    expect(installsAtQuit(facts({ step: downloaded, busyAt: now }))).toBe(false);
    expect(installsAtQuit(facts({ step: found }))).toBe(false);
  });
});

test('where there can be no updates it says why, and does nothing', () => {
  const installed = '/opt/Tracedeck/tracedeck';
  expect(whyNoUpdates('linux', false, {}, installed)).toContain('sources');
  expect(whyNoUpdates('linux', true, {}, installed)).toContain('package');
  const image = { APPIMAGE: '/a.AppImage', APPDIR: '/tmp/.mount_a' };
  expect(whyNoUpdates('linux', true, image, '/tmp/.mount_a/tracedeck')).toBeNull();
  // Started by an editor that is an AppImage.
  expect(whyNoUpdates('linux', true, image, installed)).toContain('package');
  expect(whyNoUpdates('win32', true, {}, installed)).toBeNull();
  const none = facts({ unsupported: 'no', lookAsked: true });
  expect([nextUpdateStep(none), updateState(none)]).toEqual([
    'nothing',
    { phase: 'unsupported', detail: 'no' },
  ]);
});

test.each<[UpdateStep, string, string]>([
  [{ at: 'looking' }, 'checking', 'Looking'],
  [found, 'downloading', '2.0.0'],
  [{ at: 'downloading', version: '2.0.0', progress: 0.255 }, 'downloading', '26 %'],
  [downloaded, 'ready', '2.0.0'],
  [{ at: 'installing', version: '2.0.0' }, 'installing', '2.0.0'],
  [{ at: 'failed', why: 'no network' }, 'failed', 'no network'],
  [{ at: 'idle' }, 'current', 'newest'],
])('%j is told', (step, phase, detail) => {
  const state = updateState(facts({ step, lookedAt: now }));
  expect([state.phase, state.detail]).toEqual([phase, expect.stringContaining(detail)]);
});
