import type { Command } from 'commander';
import { needDatabaseIn } from '../lib/database-file.ts';
import { call } from '../lib/local-call.ts';
import type { Reindexed, ReindexRequest } from '../contract/reindex.ts';
import {
  CommandError,
  CONFIG_FLAG,
  DATA_DIR_FLAG,
  interruption,
  settingsOf,
  type CommandLine,
  type SettingFlags,
} from './command-line.ts';
import { EXTRACTION_VERSION } from '../lib/version.ts';
import { progressBar, type Progress } from './progress.ts';
import { authorization } from '../files/send-records.ts';
import { withCollector, type Reached } from './with-collector.ts';

interface ReindexFlags extends SettingFlags {
  readonly all?: true;
}

/** Spans a request: what a stop waits for at most, and how often the bar moves. */
const MAX_SPANS = 500;

/** `tracedeck reindex`: asks a collector piece by piece, so that it may be stopped at any time and goes on when it is run again. */
export function addReindex(program: Command, commandLine: CommandLine): void {
  program
    .command('reindex')
    .description(
      'read stored spans anew that an older version has read, beside a running collector or without one',
    )
    .option('--all', 'all spans, for attribute keys and prices that were configured since they came')
    .option(...DATA_DIR_FLAG)
    .option(...CONFIG_FLAG)
    .action((flags: ReindexFlags) => runReindex(flags, commandLine));
}

async function runReindex(flags: ReindexFlags, commandLine: CommandLine): Promise<void> {
  const { config } = settingsOf(flags);
  const dataDirectory = config.storage.data_dir;
  needDatabaseIn(dataDirectory);
  const interrupted = interruption(commandLine, 'stopped: nothing was begun');
  let isStopped = false;
  interrupted.catch(() => (isStopped = true));
  const done = await withCollector(
    { config, commandLine, name: 'tracedeck reindex', interrupted },
    (collector) =>
      readAll({
        all: flags.all === true,
        ask: (request) => ask(collector, request),
        barOf: (total) => progressBar('reading', total),
        isStopped: () => isStopped,
      }),
  );
  if (done.unreadable > 0)
    commandLine.log.warn(`${done.unreadable} spans are damaged in the file and stay as they were`);
  if (done.left > 0)
    throw new CommandError(
      `stopped: ${done.spans} spans are done, ${done.left} are left; "tracedeck reindex" goes on with them`,
    );
  commandLine.print(
    done.spans === 0
      ? 'nothing to do: all spans are as this version reads them (--all reads them anew)\n'
      : `${done.spans} spans were read anew; search takes them in while a collector runs\n`,
  );
}

export interface ReadOptions {
  readonly all: boolean;
  readonly ask: (request: ReindexRequest) => Promise<Reindexed>;
  readonly barOf: (total: number) => Progress;
  readonly isStopped: () => boolean;
}

/** Asks until nothing is left or it is stopped. Rejects where the collector is of another version. */
export async function readAll({ all, ask: request, barOf, isStopped }: ReadOptions): Promise<{
  readonly spans: number;
  readonly unreadable: number;
  readonly left: number;
}> {
  let bar: Progress | undefined;
  let [spans, unreadable, left] = [0, 0, 0];
  try {
    do {
      const answer = await request({ max_spans: MAX_SPANS, all: all && bar === undefined });
      if (answer.version !== EXTRACTION_VERSION)
        throw new CommandError(
          'the collector that runs there is of another version of Tracedeck and reads spans as that does: stop it, then run this again',
        );
      bar ??= barOf(answer.done_spans + answer.due_spans);
      bar.add(answer.done_spans);
      spans += answer.done_spans;
      unreadable += answer.unreadable_spans;
      left = answer.due_spans;
    } while (left > 0 && !isStopped());
  } finally {
    bar?.clear();
  }
  return { spans, unreadable, left };
}

async function ask({ url, token }: Reached, request: ReindexRequest): Promise<Reindexed> {
  const response = await call(`${url}/api/v1/reindex`, {
    method: 'POST',
    headers: new Headers({
      'content-type': 'application/json',
      ...authorization(token()),
    }),
    body: Buffer.from(JSON.stringify(request)),
  });
  const answer = (await response.json()) as Reindexed & { message?: string };
  if (response.ok) return answer;
  throw new CommandError(`the collector at ${url} refused: ${answer.message ?? response.status}`);
}
