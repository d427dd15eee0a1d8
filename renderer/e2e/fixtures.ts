import { readFile } from 'node:fs/promises';
import { expect, test as base, type ConsoleMessage, type Download, type Page } from 'playwright/test';
import type { RunningCollector } from '../../collector/testing/start-collector.ts';
import { traceRequest, type RequestSpec } from '../../collector/testing/otlp.ts';
import { startBuilt } from './built-collector.ts';
import { tripTrace } from './sample-traces.ts';

interface Fixtures {
  readonly collector: RunningCollector;
  /** Exports spans as OTLP JSON; returns once the collector has stored them. */
  readonly send: (request: RequestSpec, project?: string) => Promise<void>;
  /** Exports any request in OTLP JSON. */
  readonly post: (signal: 'traces' | 'logs' | 'metrics', request: object, project?: string) => Promise<void>;
  readonly page: Page;
  /** Stores the sample trace and opens it. */
  readonly openTrip: () => Promise<ReturnType<typeof tripTrace>>;
}

/** Every test has a collector of its own, and fails on anything the page writes to the console as an error. */
export const test = base.extend<Fixtures>({
  // Playwright finds the fixtures that a fixture needs by this pattern; this one needs none.
  // oxlint-disable-next-line no-empty-pattern
  collector: async ({}, use) => {
    const collector = await startBuilt();
    await use(collector);
    await collector.stop();
  },
  post: async ({ collector }, use) => {
    await use(async (signal, request, project = 'default') => {
      const answer = await fetch(`${collector.url}/otel/${project}/v1/${signal}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
      });
      if (!answer.ok) throw new Error(`The export was answered ${answer.status}: ${await answer.text()}`);
    });
  },
  send: async ({ post }, use) => {
    await use((request, project) => post('traces', traceRequest(request), project));
  },
  // The collector is named so that it outlives the page, which would complain of its absence.
  page: async ({ page, collector }, use) => {
    const complaints: string[] = [];
    page.on('console', (message: ConsoleMessage) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await use(page);
    if (complaints.length > 0)
      throw new Error(`The page of ${collector.url} complained:\n${complaints.join('\n')}`);
  },
  openTrip: async ({ page, collector, send }, use) => {
    await use(async () => {
      const trip = tripTrace();
      await send(trip.request);
      await page.goto(`${collector.url}/p/default/traces/${trip.traceId}`);
      return trip;
    });
  },
});

export { expect } from 'playwright/test';

/** The pages of a span, in their order. */
export const SPAN_TABS = [
  'Conversation',
  'Overview',
  'Messages',
  'Attributes',
  'Events',
  'Logs',
  'Links',
  'Resource',
  'Raw',
];

/** Opens a tab, out of the menu where it stands there for want of room. */
export async function openTab(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('tablist').filter({ has: page.getByRole('tab', { name }) });
  const item = page.getByRole('menuitem', { name });
  const more = bar.locator('..').getByRole('button', { name: 'more tabs' });
  const tab = page.getByRole('tab', { name });
  await expect(tab).toBeAttached();
  if (((await tab.boundingBox())?.width ?? 0) > 1) return tab.click();
  await more.click();
  await item.click();
}

/**
 * From the next load on, refuses what the page asks of `url` with `message` until "Try again" is pressed; what it asks for by
 * itself in between is refused, too.
 */
export async function refuseUntilTriedAgain(page: Page, url: string, message: string): Promise<void> {
  await page.addInitScript(() => {
    addEventListener(
      'click',
      ({ target }) => {
        const pressed = (target as Element).closest('button')?.textContent;
        if (pressed?.includes('Try again')) sessionStorage.setItem('tried', 'again');
      },
      { capture: true },
    );
  });
  await page.route(url, async (route) => {
    // A page that is left while it asks answers nothing.
    const isTried = await page.evaluate(() => sessionStorage.getItem('tried') !== null).catch(() => false);
    if (isTried) return route.continue();
    await route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ error: 'Internal Server Error', code: 'STORAGE_ERROR', message }),
    });
  });
}

export async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}
