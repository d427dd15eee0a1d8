/** Where the collector says what a person should know. One line a call, to stderr on the command line. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/**
 * With control characters written as JSON writes them, but for tabs and line ends, and with those that turn the direction of
 * writing: names and contents of files stand in what we say, and a terminal would do what they say.
 */
export const withoutControls = (text: string): string =>
  text.replaceAll(
    /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** What is said of one thing. Its further lines stand below it: what a name has behind a line end can't pass for another entry. */
const logEntry = (prefix: string, message: string): string =>
  `${prefix}${withoutControls(message).trimEnd().replaceAll('\n', '\n    ')}\n`;

const say = (prefix: string, message: string): void => void process.stderr.write(logEntry(prefix, message));

export const stderrLog: Log = {
  info: (message) => say('', message),
  warn: (message) => say('warning: ', message),
  error: (message) => say('error: ', message),
};
