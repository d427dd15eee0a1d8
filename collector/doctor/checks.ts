import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { findInstance, portsOfInstance } from '../instance.ts';
import { whyNotWritable } from '../lib/directory-errors.ts';
import { databaseFile, lostLinkOf } from '../lib/database-file.ts';
import { examine, sqliteVersion, type Examination } from '../store/salvage/examine.ts';
import { newestFormat } from '../store/file/migrate.ts';
import { NO_PROGRESS } from '../store/recount/recount.ts';
import { VERSION } from '../lib/version.ts';
import { CONTENT_CHECKS } from './decoders.ts';
import type { Finding } from './finding.ts';
import { examinePorts } from './ports.ts';

/** Free space that is too little: the next trace may not fit. */
const LITTLE_BYTES = 50 * 2 ** 20;
/** Of one finding. */
const MAX_LINES = 5;

/** As the page writes sizes. */
const sizeOf = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
const good = (name: string, ...lines: string[]): Finding => ({ name, isGood: true, lines });
const bad = (name: string, ...lines: string[]): Finding => ({ name, isGood: false, lines });

export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** A repair would help: the database is there, ours, of this version or older, and not as it should be. */
  readonly isRepairable: boolean;
  /** A collector runs on the directory. */
  readonly isRunning: boolean;
}

/** Looks at everything that a collector needs. Changes nothing. */
export async function examineAll(config: Config, progress = NO_PROGRESS): Promise<Diagnosis> {
  const directory = config.storage.data_dir;
  const url = await findInstance(directory);
  const used = url === null ? new Set<number>() : await portsOfInstance(url);
  const file = databaseFile(directory);
  const examination = existsSync(file) ? examine(file, progress, CONTENT_CHECKS) : null;
  return {
    findings: [
      good(
        'version',
        `Tracedeck ${VERSION}, Node ${process.version}, SQLite ${sqliteVersion()}, ${process.platform} ${process.arch}`,
      ),
      folderFinding(directory),
      good('collector', url === null ? 'none runs on this data' : `runs at ${url}`),
      await examinePorts(config, used),
      ...(examination === null ? [missingFileFinding(file)] : databaseFindings(file, examination)),
    ],
    isRepairable:
      examination !== null &&
      !examination.isLeftAlone &&
      (examination.problems.length > 0 || (examination.mismatches?.length ?? 0) > 0),
    isRunning: url !== null,
  };
}

function folderFinding(directory: string): Finding {
  if (!existsSync(directory)) return missingFolderFinding(directory);
  const probe = path.join(directory, 'doctor.probe');
  try {
    const made = openSync(probe, 'w');
    try {
      writeFileSync(made, Buffer.alloc(4096));
    } finally {
      // On a full disk it is there, without its content.
      closeSync(made);
      rmSync(probe);
    }
  } catch (error) {
    return bad('data', whyNotWritable(directory, error));
  }
  const { bavail, bsize } = statfsSync(directory);
  const free = bavail * bsize;
  const text = `${directory}, ${sizeOf(free)} free`;
  return free < LITTLE_BYTES ? bad('data', `${text}: that is little, free some space`) : good('data', text);
}

/**
 * Makes a folder beside it and removes that, since only the system knows what can be made where; under another name, since a
 * collector that starts now may make the folder itself.
 */
function missingFolderFinding(directory: string): Finding {
  let parent = path.dirname(directory);
  // The root of a missing drive is its own parent.
  while (!existsSync(parent) && path.dirname(parent) !== parent) parent = path.dirname(parent);
  // No folder can be made through a broken link.
  for (let folder = directory; folder !== parent; folder = path.dirname(folder)) {
    const lost = lostLinkOf(folder);
    if (lost !== null) return bad('data', `${folder} is a link to ${lost}, which is not there`);
  }
  try {
    rmdirSync(mkdtempSync(path.join(parent, 'doctor.probe-')));
  } catch (error) {
    return bad('data', whyNotWritable(directory, error));
  }
  return good('data', `${directory} is not there yet: the first start makes it`);
}

function missingFileFinding(file: string): Finding {
  const lost = lostLinkOf(file);
  return lost === null
    ? good('database', 'none yet: the first start makes it')
    : bad('database', `${file} is a link to ${lost}, which is not there: put that back, or remove the link`);
}

function databaseFindings(file: string, examination: Examination): Finding[] {
  const { format, problems, mismatches, spans, traces } = examination;
  if (problems.length > 0) return [bad('database', file, ...problems.slice(0, MAX_LINES))];
  const size = sizeOf(statSync(file).size);
  const whole = good('database', `${file}, ${size}, format ${format}: every page can be read`);
  if (mismatches === null)
    return [
      whole,
      good('totals', `not looked at: the next start brings format ${format} to ${newestFormat()}`),
    ];
  if (mismatches.length === 0)
    return [whole, good('totals', `of ${spans} spans in ${traces} traces equal a recount`)];
  const lines = mismatches.map(({ what, count, example }) => `${count} ${what}, ${example} for one`);
  return [whole, bad('totals', ...lines.slice(0, MAX_LINES))];
}
