import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { openForWriting } from '../store/database.ts';
import { Writer } from '../store/writer.ts';
import { AttributeIndexer } from './attribute-indexer.ts';
import type { FromIngest, IngestJob, IngestSettings, ToIngest } from './jobs.ts';
import { Pipeline } from './pipeline.ts';

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
  try {
    writer = new Writer(openForWriting(data.dataDirectory, data.synchronous));
  } catch (error) {
    tell({ type: 'start-failed', message: error instanceof Error ? error.message : String(error) });
    return;
  }
  const { attributes, pricing } = data.settings;
  const pipeline = new Pipeline(writer, new AttributeIndexer(attributes), pricing);
  let stopping = false;
  port.on('message', (first: ToIngest) => {
    let waiting: ToIngest | undefined = first;
    const next = (): IngestJob | undefined => {
      const message = waiting ?? (receiveMessageOnPort(port)?.message as ToIngest | undefined);
      waiting = undefined;
      if (message?.type === 'settings') {
        pipeline.setPrices(message.settings.pricing);
        pipeline.setIndexer(new AttributeIndexer(message.settings.attributes));
        return next();
      }
      if (message?.type === 'stop') stopping = true;
      return message?.type === 'job' ? message.job : undefined;
    };
    const { results, stored, failure } = pipeline.commit(next);
    if (results.length > 0)
      tell({ type: 'committed', results, stored, failure: failure && (failure.stack ?? failure.message) });
    if (!stopping) return;
    writer.close();
    port.close();
  });
  tell({ type: 'ready' });
}

if (parentPort) run(parentPort, workerData as IngestWorkerData);
