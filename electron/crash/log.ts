import { stderrLog, withoutControls, type Log } from '../../collector/lib/log.ts';
import type { LogFile } from './log-file.ts';

type Level = keyof Log;

/** Says it on the terminal that the app was started from, keeps it in the file, and hands it to whoever shows it. */
export function createLog(file: LogFile, onMessage: (level: Level, message: string) => void): Log {
  const say =
    (level: Level) =>
    (said: string): void => {
      const message = withoutControls(said);
      stderrLog[level](said);
      file.write(level, message);
      onMessage(level, message);
    };
  return { info: say('info'), warn: say('warn'), error: say('error') };
}
