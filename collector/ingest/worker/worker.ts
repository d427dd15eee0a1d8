import { parentPort, receiveMessageOnPort } from 'node:worker_threads';
import { storedOrigin } from '../../decode/export-request.ts';
import { databaseFile } from '../../lib/database-file.ts';
import { DirectoryInUseError } from '../../lib/directory-errors.ts';
import { inRuns } from '../../store/rows/committed-span.ts';
import { openAgainForWriting, openForWriting } from '../../store/file/database.ts';
import { faultOf, whyNotOpened } from '../../store/faults.ts';
import { FreePages } from '../../store/deleting/free-pages.ts';
import { logWatch } from '../../store/packing/checkpoints.ts';
import { startPackingHelper } from '../../store/packing/helper.ts';
import { Retention } from '../../store/deleting/retention.ts';
import { TraceFinder } from '../../store/traces/trace-finder.ts';
import { Writer } from '../../store/writing/writer.ts';
import { settleDown } from '../../runtime/settle-down.ts';
import { Chores } from './chores.ts';
import { Inbox } from './inbox.ts';
import { Indexing } from './indexing.ts';
import { Merging } from './merging.ts';
import type {
  CommandDone,
  Failure,
  FirstToIngest,
  FromIngest,
  IngestJob,
  IngestStart,
  ToIngest,
} from '../jobs.ts';
import { Erasing } from './erasing.ts';
import { BackgroundScheduler } from './background-scheduler.ts';
import { Pulse } from '../pulse.ts';
import { Pipeline } from './pipeline.ts';
import { Reindexing } from './reindexing.ts';
import { RequestWriter } from './request-writer.ts';
import { taskOf } from './tasks.ts';
import { WalTruncation } from './wal-truncation.ts';

type Port = NonNullable<typeof parentPort>;
type Tell = (message: FromIngest, moved?: readonly ArrayBuffer[]) => void;

/**
 * The ingest thread: the only one that writes. It takes whatever waits in its port into one commit, so that a lone
 * span is durable at once and a flood is written in large transactions, and answers only afterwards.
 */
function run(port: Port, data: IngestStart): void {
  const tell: Tell = (message, moved = []) => port.postMessage(message, moved);
  const store = openStore(data, tell);
  if (store === null) return;
  const { writer, chores, walTruncation, erasing, merging } = store;
  const requests = new RequestWriter(data.settings);
  const pipeline = new Pipeline(writer, requests);
  const { indexing, reindexing } = backgroundTasks(store, requests, tell);
  const pulse = new Pulse(data.beats);
  const tasks = [walTruncation, erasing, merging, indexing, reindexing];
  const background = new BackgroundScheduler(pulse, chores, ...tasks);
  const inbox = new Inbox({
    receive: () => receiveMessageOnPort(port)?.message as ToIngest | undefined,
    onCommand: (id, command) => {
      if (command.type === 'index') indexing.add(id, command.batch);
      else if (command.type === 'reindex') reindexing.add(id, command);
      else chores.add(id, command);
    },
    onSettings: (settings) => requests.applySettings(settings),
  });
  takeTurns({ port, inbox, pipeline, writer, pulse, background, tell });
  tell({ type: 'ready', dueSpans: writer.dueSpans });
  background.schedule();
  settleDown(() => pulse.during(() => writer.rest()));
}

interface Turns {
  readonly port: Port;
  readonly inbox: Inbox;
  readonly pipeline: Pipeline;
  readonly writer: Writer;
  readonly pulse: Pulse;
  readonly background: BackgroundScheduler;
  readonly tell: Tell;
}

/** From now on, until a stop is asked for: stores whatever waits in one commit, answers it, and does background work in between. */
function takeTurns({ port, inbox, pipeline, writer, pulse, background, tell }: Turns): void {
  const next = (): IngestJob | undefined => inbox.next();
  let isDue = false;
  const schedule = (): void => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => pulse.during(turn));
  };
  const turn = (): void => {
    isDue = false;
    const began = performance.now();
    const { results, stored, failure, spent } = pipeline.commit(next);
    const isProbeDue = inbox.takeProbe();
    if (results.length > 0) {
      background.stored(performance.now() - began);
      tell(
        { type: 'committed', results, stored: inRuns(stored), failure: failure && failureOf(failure), spent },
        spent,
      );
    } else if (isProbeDue) {
      // After a commit none is needed: it has told as much.
      tell({ type: 'probed', failure: probe(writer) });
    }
    if (!inbox.isStopping) {
      if (!inbox.isEmpty) schedule();
      return background.schedule();
    }
    background.stop();
    writer.close();
    port.close();
  };
  port.on('message', (message: ToIngest) => {
    // Not in here: under a flood a port hands on message after message, and nothing else would ever have its turn.
    inbox.add(message);
    schedule();
    // Only here: a turn that leaves something for the next one would put every step off.
    background.giveWay();
  });
}

interface Store {
  readonly writer: Writer;
  readonly finder: TraceFinder;
  readonly chores: Chores;
  readonly walTruncation: WalTruncation;
  readonly erasing: Erasing;
  readonly merging: Merging;
}

/** The database, with what a process before this one had begun ended; null where it can't be opened, which is told then. */
function openStore({ dataDirectory, synchronous, isAgain }: IngestStart, tell: Tell): Store | null {
  const onFailure = (failure: Error): void => tell({ type: 'chore-failed', failure: failureOf(failure) });
  try {
    const open = isAgain ? openAgainForWriting : openForWriting;
    const database = open(dataDirectory, synchronous);
    const writer = new Writer(database, startPackingHelper(database, dataDirectory, onFailure));
    const finder = new TraceFinder(database);
    const parts = { finder, retention: new Retention(database) };
    const pages = new FreePages(database);
    const walTruncation = new WalTruncation({ truncateWal: () => pages.truncateWal(), onFailure });
    const erasing = new Erasing({ writer, onErased: () => chores.pagesFreed(), onFailure });
    const merging = new Merging({
      writer,
      isDoneByOthers: () => erasing.isMerging,
      onRoom: () => chores.pagesFreed(),
      onFailure,
    });
    const chores: Chores = new Chores({
      writer,
      pages,
      movedOfLongLog: logWatch(database),
      taskOf: (command) => taskOf(command, parts),
      onDeleted: (deleted) => deleted.length > 0 && tell({ type: 'deleted', deleted }),
      onDone: doneBy(tell),
      onCleared: () => {
        walTruncation.deleted();
        erasing.look();
        merging.look(true);
      },
      onFailure,
    });
    chores.finishBegun();
    erasing.look();
    return { writer, finder, chores, walTruncation, erasing, merging };
  } catch (error) {
    const message = whyNotOpened(error, databaseFile(dataDirectory));
    const isInUse = error instanceof DirectoryInUseError;
    const fault = faultOf(error) ?? faultOf((error as Error).cause);
    tell({ type: 'start-failed', message, isInUse, fault });
    return null;
  }
}

function backgroundTasks(
  { writer, finder, merging }: Store,
  requests: RequestWriter,
  tell: Tell,
): { readonly indexing: Indexing; readonly reindexing: Reindexing } {
  const onDone = doneBy(tell);
  return {
    indexing: new Indexing({
      writer,
      onIndexed: () => merging.look(),
      onDone,
      onUnreadable: (spans, failure) => tell({ type: 'unreadable', spans, failure }),
    }),
    reindexing: new Reindexing({
      writer,
      extract: (bytes, origin) => requests.extractStored(bytes, origin),
      originOf: storedOrigin,
      lastTrace: () => finder.lastIds().trace,
      onChanged: (changed) => changed.length > 0 && tell({ type: 'changed', changed }),
      onDone,
    }),
  };
}

const doneBy =
  (tell: Tell) =>
  (done: CommandDone, failure: Error | null): void =>
    tell({ type: 'command-done', done, failure: failure && failureOf(failure) });

const failureOf = (error: Error): Failure => ({
  text: error.stack ?? error.message,
  fault: faultOf(error),
});

function probe(writer: Writer): Failure | null {
  try {
    writer.probe();
    return null;
  } catch (error) {
    return failureOf(error as Error);
  }
}

parentPort?.once('message', function (this: Port, first: FirstToIngest) {
  if (first.type === 'start') run(this, first.on);
  else this.close();
});
