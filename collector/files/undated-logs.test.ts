import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { send } from '../testing/http-client.ts';
import { logRequest, type LogSpec } from '../testing/otlp-logs.ts';
import { testFolder } from '../testing/test-folder.ts';
import { startCollector, type RunningCollector } from '../testing/start-collector.ts';
import { exportProject } from './export-project.ts';
import { importFile } from './import-file.ts';
import { senderTo } from './send-records.ts';

async function start(): Promise<RunningCollector> {
  const collector = await startCollector();
  onTestFinished(() => collector.stop());
  return collector;
}

async function importText({ url, token }: RunningCollector, text: string): Promise<void> {
  const file = path.join(testFolder(), 'file');
  writeFileSync(file, text);
  await importFile(file, {
    send: senderTo({ url, token: () => token, projectId: 'default' }),
    maxBytes: 1e6,
    onBad: ({ reason }) => expect.unreachable(reason),
  });
}

const exported = ({ dataDir }: RunningCollector): string =>
  [
    ...exportProject({
      dataDirectory: dataDir,
      projectId: 'default',
      format: 'otlp-jsonl',
      onLeftOut: (why) => expect.unreachable(why),
      onDamaged: (what) => expect.unreachable(what),
      onNothing: () => {},
    }),
  ].join('');

/** Ids and times as well. */
async function logsOf({ url }: RunningCollector): Promise<unknown[]> {
  const { body } = await send(`${url}/api/v1/project/default/otel/logs`);
  return (JSON.parse(body.toString()) as { data: unknown[] }).data;
}

const undated: LogSpec = { time: 0n, body: 'when?', attributes: { k: 1 } };
/** As SDKs do, nothing where nothing is to be said; the other says that it is zero. Both twice in their requests. */
const AS_SENT = [
  { resourceLogs: [{ scopeLogs: [{ logRecords: [{ severityNumber: 9 }, { severityNumber: 9 }] }] }] },
  logRequest({ logs: [undated, { body: 'dated' }, undated, { time: 0n, observed: 5n, body: 'seen' }] }),
]
  .map((request) => `${JSON.stringify(request)}\n`)
  .join('');

test('log records without any time keep that of their arrival when they are exported and imported', async () => {
  const [from, to] = [await start(), await start()];
  await importText(from, AS_SENT);
  const kept = await logsOf(from);
  expect(kept).toHaveLength(6);
  const text = exported(from);
  await importText(to, text);
  expect(await logsOf(to)).toEqual(kept);
  expect(exported(to)).toBe(text);
  // Whether they come once more from their exporter, or from the file.
  for (const again of [AS_SENT, text]) {
    for (const collector of [from, to]) await importText(collector, again);
    expect(await logsOf(from)).toEqual(kept);
    expect(await logsOf(to)).toEqual(kept);
  }
});

test('log records that have come from their exporter already stay as they are when a file has them, too', async () => {
  const [from, to] = [await start(), await start()];
  for (const collector of [from, to]) await importText(collector, AS_SENT);
  const kept = await logsOf(to);
  await importText(to, exported(from));
  expect(await logsOf(to)).toEqual(kept);
});
