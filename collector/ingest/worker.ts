import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { storedOrigin } from '../decode/export-request.ts';
import { openForWriting } from '../store/database.ts';
import { FreePages } from '../store/free-pages.ts';
import { Retention } from '../store/retention.ts';
import { TraceFinder } from '../store/trace-finder.ts';
import { Writer } from '../store/writer.ts';
import { AttributeIndexer } from './attribute-indexer.ts';
import { Chores } from './chores.ts';
import { Indexing } from './indexing.ts';
import type { CommandDone, FromIngest, IngestJob, IngestSettings, ToIngest } from './jobs.ts';
import { Meantime } from './meantime.ts';
import { Pipeline } from './pipeline.ts';
import { Reindexing } from './reindexing.ts';
import { taskOf } from './tasks.ts';

/** What the ingest thread is started with. */
export interface IngestWorkerData {
  readonly dataDirectory: string;
  readonly synchronous: 'normal' | 'full';
  readonly settings: IngestSettings;
}

/**
 * The ingest thread: the only one that writes. It takes whatever waits in its port into one commit, so that a lone
 * span is durable at once and a flood is written in large transactions, and answers only afterwards.
 */
function run(port: NonNullable<typeof parentPort>, data: IngestWorkerData): void {
  const tell = (message: FromIngest): void => port.postMessage(message);
  let writer: Writer;
  let chores: Chores;
  let finder: TraceFinder;
  const onDone = (done: CommandDone, failure: Error | null): void =>
    tell({ type: 'command-done', done, failure: failure && textOf(failure) });
  try {
    const database = openForWriting(data.dataDirectory, data.synchronous);
    writer = new Writer(database);
    finder = new TraceFinder(database);
    const parts = { finder, retention: new Retention(database) };
    chores = new Chores({
      writer,
      pages: new FreePages(database),
      taskOf: (command) => taskOf(command, parts),
      onDeleted: (deleted) => deleted.length > 0 && tell({ type: 'deleted', deleted }),
      onDone,
      onFailure: (failure) => tell({ type: 'chore-failed', failure: textOf(failure) }),
    });
    chores.finishBegun();
  } catch (error) {
    tell({ type: 'start-failed', message: error instanceof Error ? error.message : String(error) });
    return;
  }
  const { attributes, pricing } = data.settings;
  const pipeline = new Pipeline(writer, new AttributeIndexer(attributes), pricing);
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
  port.on('message', (first: ToIngest) => {
    let waiting: ToIngest | undefined = first;
    const next = (): IngestJob | undefined => {
      for (;;) {
        const message = waiting ?? (receiveMessageOnPort(port)?.message as ToIngest | undefined);
        waiting = undefined;
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
          continue;
        }
        if (message?.type === 'stop') stopping = true;
        return message?.type === 'job' ? message.job : undefined;
      }
    };
    const { results, stored, failure } = pipeline.commit(next);
    if (results.length > 0) {
      indexing.giveWay();
      reindexing.giveWay();
      tell({ type: 'committed', results, stored, failure: failure && textOf(failure) });
    }
    if (!stopping) return meantime.use();
    meantime.stop();
    writer.close();
    port.close();
  });
  tell({ type: 'ready', dueSpans: writer.dueSpans });
  meantime.use();
}

const textOf = (failure: Error): string => failure.stack ?? failure.message;

if (parentPort) run(parentPort, workerData as IngestWorkerData);
