/** Where the app says what a person should know: one line a call, on the terminal that it was started from. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export const log: Log = {
  info: (message) => void process.stderr.write(`${message}\n`),
  warn: (message) => void process.stderr.write(`warning: ${message}\n`),
  error: (message) => void process.stderr.write(`error: ${message}\n`),
};
