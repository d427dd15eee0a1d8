import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AfterPackContext } from 'electron-builder';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FUSE_SENTINEL, leaveStandInAlone } from './fuses.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fuses-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const fuses = { runAsNode: false };

/** What is left of the wish for fuses after a package for Linux with this program. */
async function fusesAfter(program: string, electronDist?: string): Promise<unknown> {
  writeFileSync(join(folder, 'tracedeck'), program);
  const config = { electronFuses: fuses, electronDist };
  const context = {
    appOutDir: folder,
    electronPlatformName: 'linux',
    packager: { config, executableName: 'tracedeck', appInfo: { productFilename: 'Tracedeck' } },
  };
  await leaveStandInAlone(context as unknown as AfterPackContext);
  return config.electronFuses;
}

test('an Electron that was given has its fuses flipped', async () => {
  expect(await fusesAfter(`before ${FUSE_SENTINEL} after`, '/electron')).toEqual(fuses);
});

test('a stand-in without fuses is packed as it is, and said to be one', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  expect(await fusesAfter('#!/bin/sh', '/stand-in')).toBeNull();
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('no fuses'));
  warn.mockRestore();
});

test('a downloaded Electron without fuses is left to fail', async () => {
  expect(await fusesAfter('no fuses at all')).toEqual(fuses);
});
