import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';
import { findBrowser } from './find-browser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { executablePath, env } = await findBrowser();

export default defineConfig({
  outputDir: `${root}dist/e2e`,
  workers: 2,
  timeout: 120_000,
  // A machine that does other things beside this one is slow, not wrong.
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env['CI']),
  retries: process.env['CI'] ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: `${root}node_modules/.cache/reports/playwright.json` }]],
  use: {
    // The pages are our own, and a sandbox can be had neither as root nor in most containers.
    launchOptions: {
      chromiumSandbox: false,
      ...(executablePath ? { executablePath } : {}),
      ...(env ? { env: { ...process.env, ...env } } : {}),
    },
    screenshot: 'only-on-failure',
    // Recording takes a tenth of a run: where a test is tried again, only that is recorded.
    trace: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure',
  },
  projects: [
    { name: 'browser', testDir: `${root}renderer/e2e` },
    { name: 'desktop', testDir: `${root}electron/e2e` },
  ],
});
