import { expect, test } from 'vitest';
import { defaultConfig } from '../../config/config.ts';
import { jobOf } from '../../testing/ingest-job.ts';
import { traceBytes } from '../../testing/otlp.ts';
import type { IngestSettings, ToIngest } from '../jobs.ts';
import { Inbox } from './inbox.ts';

const { pricing, redaction, otel } = defaultConfig({});
const settings: IngestSettings = { pricing, redaction, attributes: otel.attributes };
const job = (id: number): ToIngest => ({ type: 'job', job: jobOf(traceBytes({ spans: [] }), { id }) });
const command = (id: number): ToIngest => ({
  type: 'command',
  id,
  command: { type: 'delete-project', projectId: 'p' },
});

function inboxWith(inPort: ToIngest[]): { inbox: Inbox; told: unknown[] } {
  const told: unknown[] = [];
  const inbox = new Inbox({
    receive: () => inPort.shift(),
    onCommand: (id) => told.push(id),
    onSettings: (changed) => told.push(changed),
  });
  return { inbox, told };
}

test('a job comes after whatever was told before it, what the port has handed on first', () => {
  const { inbox, told } = inboxWith([command(3), job(4), job(5)]);
  inbox.add({ type: 'settings', settings });
  inbox.add(job(1));
  inbox.add(command(2));
  expect([inbox.next()?.id, told, inbox.isEmpty]).toEqual([1, [settings], false]);
  expect([inbox.next()?.id, told, inbox.isEmpty]).toEqual([4, [settings, 2, 3], true]);
  expect([inbox.next()?.id, inbox.next()]).toEqual([5, undefined]);
});

test('however often it is asked whether the database can be written, that is to be answered once', () => {
  const { inbox } = inboxWith([{ type: 'probe' }, { type: 'probe' }, job(1)]);
  expect([inbox.takeProbe(), inbox.next()?.id]).toEqual([false, 1]);
  expect([inbox.takeProbe(), inbox.takeProbe()]).toEqual([true, false]);
});

test('the end is told after all jobs', () => {
  const { inbox } = inboxWith([job(1), { type: 'stop' }]);
  expect([inbox.next()?.id, inbox.isStopping]).toEqual([1, false]);
  expect([inbox.next(), inbox.isStopping]).toEqual([undefined, true]);
});
