/** Where the collector says what a person should know. One line a call, to stderr on the command line. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/**
 * With control characters written as JSON writes them, but for tabs and line ends: names and contents of files stand in what we say,
 * and a terminal would do what they say.
 */
export const withoutControls = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\t\n]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

const say = (line: string): void => void process.stderr.write(`${withoutControls(line)}\n`);

export const stderrLog: Log = {
  info: (message) => say(message),
  warn: (message) => say(`warning: ${message}`),
  error: (message) => say(`error: ${message}`),
};
