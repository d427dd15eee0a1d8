import { parentPort, receiveMessageOnPort } from 'node:worker_threads';
import { storedOrigin } from '../../decode/export-request.ts';
import { databaseFile } from '../../database-file.ts';
import { openForWriting } from '../../store/database.ts';
import { Redactor } from '../../redaction/redactor.ts';
import { faultOf, whyNotOpened } from '../../store/faults.ts';
import { FreePages } from '../../store/deleting/free-pages.ts';
import { startPackingHelper } from '../../store/packing/helper.ts';
import { Retention } from '../../store/deleting/retention.ts';
import { TraceFinder } from '../../store/traces/trace-finder.ts';
import { Writer } from '../../store/writer.ts';
import { settleDown } from '../../settle-down.ts';
import { AttributeIndexer } from './attribute-indexer.ts';
import { Chores } from './chores.ts';
import { Indexing } from './indexing.ts';
import type {
  CommandDone,
  Failure,
  FirstToIngest,
  FromIngest,
  IngestJob,
  IngestStart,
  ToIngest,
} from '../jobs.ts';
import { Meantime } from './meantime.ts';
import { Pipeline } from './pipeline.ts';
import { Reindexing } from './reindexing.ts';
import { taskOf } from './tasks.ts';

/**
 * The ingest thread: the only one that writes. It takes whatever waits in its port into one commit, so that a lone
 * span is durable at once and a flood is written in large transactions, and answers only afterwards.
 */
function run(port: NonNullable<typeof parentPort>, data: IngestStart): void {
  const tell = (message: FromIngest, moved: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, moved);
  let writer: Writer;
  let chores: Chores;
  let finder: TraceFinder;
  const onDone = (done: CommandDone, failure: Error | null): void =>
    tell({ type: 'command-done', done, failure: failure && told(failure) });
  try {
    const database = openForWriting(data.dataDirectory, data.synchronous);
    const helper = startPackingHelper(database, data.dataDirectory, (failure) =>
      tell({ type: 'chore-failed', failure: told(failure) }),
    );
    writer = new Writer(database, helper);
    finder = new TraceFinder(database);
    const parts = { finder, retention: new Retention(database) };
    chores = new Chores({
      writer,
      pages: new FreePages(database),
      taskOf: (command) => taskOf(command, parts),
      onDeleted: (deleted) => deleted.length > 0 && tell({ type: 'deleted', deleted }),
      onDone,
      onFailure: (failure) => tell({ type: 'chore-failed', failure: told(failure) }),
    });
    chores.finishBegun();
  } catch (error) {
    tell({ type: 'start-failed', message: whyNotOpened(error, databaseFile(data.dataDirectory)) });
    return;
  }
  const { attributes, pricing, redaction } = data.settings;
  const pipeline = new Pipeline(writer, new AttributeIndexer(attributes), pricing);
  pipeline.setRedactor(Redactor.of(redaction.rules));
  const indexing = new Indexing({
    writer,
    onDone,
    onUnreadable: (spans, failure) => tell({ type: 'unreadable', spans, failure }),
  });
  const reindexing = new Reindexing({
    writer,
    extract: (bytes, origin) => pipeline.extractStored(bytes, origin),
    originOf: storedOrigin,
    lastTrace: () => finder.lastIds().trace,
    onChanged: (changed) => changed.length > 0 && tell({ type: 'changed', changed }),
    onDone,
  });
  const meantime = new Meantime(chores, indexing, reindexing);
  let stopping = false;
  let isDue = false;
  /** Not while jobs are taken: it waits for a lock as long as a commit does, and they would wait with it. */
  let isProbeDue = false;
  const inbox: ToIngest[] = [];
  /** The next job, after whatever was told before it. */
  const next = (): IngestJob | undefined => {
    for (;;) {
      const message = inbox.shift() ?? (receiveMessageOnPort(port)?.message as ToIngest | undefined);
      if (message?.type === 'command') {
        const { id, command } = message;
        if (command.type === 'index') indexing.add(id, command.batch);
        else if (command.type === 'reindex') reindexing.add(id, command);
        else chores.add(id, command);
        continue;
      }
      if (message?.type === 'settings') {
        pipeline.setPrices(message.settings.pricing);
        pipeline.setIndexer(new AttributeIndexer(message.settings.attributes));
        pipeline.setRedactor(Redactor.of(message.settings.redaction.rules));
        continue;
      }
      if (message?.type === 'probe') {
        isProbeDue = true;
        continue;
      }
      if (message?.type === 'stop') stopping = true;
      return message?.type === 'job' ? message.job : undefined;
    }
  };
  const schedule = (): void => {
    if (isDue) return;
    isDue = true;
    setImmediate(turn);
  };
  const turn = (): void => {
    isDue = false;
    const began = performance.now();
    const { results, stored, failure, spent } = pipeline.commit(next);
    if (results.length > 0) {
      for (const work of [indexing, reindexing]) work.giveWay(performance.now() - began);
      tell({ type: 'committed', results, stored, failure: failure && told(failure), spent }, spent);
    } else if (isProbeDue) tell({ type: 'probed', failure: probe(writer) });
    // A commit has told as much.
    isProbeDue = false;
    if (!stopping) {
      if (inbox.length > 0) schedule();
      return meantime.use();
    }
    meantime.stop();
    writer.close();
    port.close();
  };
  port.on('message', (message: ToIngest) => {
    // Not in here: under a flood a port hands on message after message, and nothing else would ever have its turn.
    inbox.push(message);
    schedule();
    // Only here: a turn that leaves something for the next one would put every step off.
    meantime.giveWay();
  });
  tell({ type: 'ready', dueSpans: writer.dueSpans });
  meantime.use();
  settleDown();
}

const told = (failure: Error): Failure => ({
  text: failure.stack ?? failure.message,
  fault: faultOf(failure),
});

function probe(writer: Writer): Failure | null {
  try {
    writer.probe();
    return null;
  } catch (error) {
    return told(error as Error);
  }
}

parentPort?.once('message', function (this: NonNullable<typeof parentPort>, first: FirstToIngest) {
  if (first.type === 'start') run(this, first.on);
  else this.close();
});
