import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { messagesTrace } from './sample-cases.ts';
import { newId, toolCall } from './sample-traces.ts';

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' });

/** A tenth of a second of silence. */
function silence(): string {
  const samples = Buffer.alloc(1600);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]).toString('base64');
}

test('sound plays, other files are saved', async ({ page, collector, send }) => {
  const { traceId, request } = messagesTrace(
    [
      {
        role: 'user',
        parts: [
          { type: 'blob', modality: 'audio', mime_type: 'audio/wav', content: silence() },
          {
            type: 'blob',
            modality: 'document',
            mime_type: 'application/pdf',
            content: Buffer.from('%PDF-1.7 nothing').toString('base64'),
          },
          { type: 'file', modality: 'document', mime_type: null, file_id: 'file-77' },
        ],
      },
    ],
    [{ role: 'assistant', parts: [{ type: 'text', content: 'Heard.' }] }],
  );
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const sound = conversation(page).locator('audio');
  await expect(sound).toHaveAttribute('src', /^blob:/);
  await expect.poll(() => sound.evaluate((element: HTMLAudioElement) => element.duration)).toBeCloseTo(0.1);
  await expect(conversation(page).getByText('document · file-77')).toBeVisible();

  const download = page.waitForEvent('download');
  await conversation(page)
    .getByRole('link', { name: /application\/pdf/ })
    .click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('document.pdf');
  expect(await readFile(await saved.path(), 'utf8')).toBe('%PDF-1.7 nothing');
});

test('a picture that a tool answered with is seen beside its words, and as it came where all is raw text', async ({
  page,
  collector,
  send,
}) => {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';
  const blocks = [
    { type: 'text', text: 'The page has loaded' },
    { type: 'image', data: pixel, mimeType: 'image/png' },
  ];
  const [traceId, start] = [newId(16), Date.now() - 5000];
  const attributes = toolCall('screenshot', 'c1', {}, JSON.stringify({ content: blocks, isError: false }));
  await send({
    spans: [{ traceId, spanId: newId(8), name: 'screenshot', start, end: start + 100, attributes }],
  });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const result = conversation(page).getByRole('group', { name: 'Result' });
  await expect(result).toContainText('The page has loaded');
  const picture = result.getByRole('img');
  await expect(picture).toHaveAccessibleName(/image\/png/);
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await expect(result).not.toContainText(pixel.slice(0, 20));

  await page.getByRole('button', { name: 'Raw text' }).click();
  await expect(result).toContainText(pixel.slice(0, 20));
  await expect(picture).toHaveCount(0);
});
