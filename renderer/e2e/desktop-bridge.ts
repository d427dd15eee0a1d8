import type { Page } from 'playwright/test';
import type { Notice } from '../../electron/contract/bridge.ts';
import { settings } from './sample-desktop.ts';

/** A bridge as the preload script makes it. What is asked of it stands in `window.asked`. */
export async function giveBridge(
  page: Page,
  notices: readonly Notice[] = [],
  windowTokenId: string | null = null,
): Promise<void> {
  await page.addInitScript(
    ([settings, notices, windowTokenId]) => {
      const world = window as unknown as { asked: unknown[]; navigate: (path: string) => void };
      world.asked = [];
      const note = (...words: unknown[]): Promise<void> => {
        world.asked.push(words);
        return Promise.resolve();
      };
      let kept = structuredClone(settings);
      const bridge = {
        platform: 'linux',
        version: '1.2.3',
        settings: () => Promise.resolve(kept),
        changeSettings: (patch: object) => {
          void note('changeSettings', patch);
          const { server, desktop } = patch as { server?: object; desktop?: object };
          const before = kept.settings as { desktop: object };
          kept = {
            ...kept,
            needs_restart: kept.needs_restart || server !== undefined,
            settings: {
              ...before,
              ...(server ? { server } : {}),
              desktop: { ...before.desktop, ...desktop },
            },
          };
          return Promise.resolve(kept);
        },
        copyText: (text: string) => note('copyText', text),
        windowTokenId: () => Promise.resolve(windowTokenId),
        restart: () => note('restart'),
        showLogs: () => note('showLogs'),
        updates: () => Promise.resolve({ phase: 'off', detail: 'Nothing is looked for.' }),
        checkForUpdates: () =>
          note('checkForUpdates').then(() => ({ phase: 'current', detail: 'This is the newest version.' })),
        commandLinePlan: () =>
          Promise.resolve({ steps: ['Writes /home/ada/.local/bin/tracedeck.'], reason: null }),
        installCommandLine: () =>
          note('installCommandLine').then(() => 'tracedeck is ready in every new terminal.'),
        chooseFolder: () => Promise.resolve('/mnt/traces'),
        // One that a program has made lies nowhere.
        openFile: (file: File) => note('openFile', file.name).then(() => !file.name.startsWith('made')),
        cancelOpening: () => note('cancelOpening'),
        moveData: (folder: string) => note('moveData', folder),
        notices: () => Promise.resolve(notices),
        dismissNotice: (id: number) => note('dismissNotice', id),
        onNotices: () => () => {},
        onNavigate: (listener: (path: string) => void) => {
          world.navigate = listener;
          return () => {};
        },
      };
      Object.defineProperty(window, 'tracedeck', { value: bridge });
    },
    [settings, notices, windowTokenId] as const,
  );
}
/** What the page asked of it, each with its words. */
export const asked = (page: Page): Promise<unknown[]> =>
  page.evaluate(() => (window as unknown as { asked: unknown[] }).asked);
