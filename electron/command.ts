/** The commands of collector/main.ts. `app` is none of them: it opens the window. */
export const commands = ['serve', 'import', 'export', 'token', 'config', 'help'] as const;

const asked: ReadonlySet<string | undefined> = new Set(['--help', '-h', '--version', '-V']);

/** These take the next argument as their value, so that `--data-dir serve` names a folder. */
const withValue = /^--(data-dir|port|otlp-port|grpc-port|config)$/;

/**
 * The part of the arguments that is a command with what belongs to it; null when the app is meant, with its own flags, a
 * file to open or a link. Flags of Chromium may stand before a command (`--no-sandbox serve`).
 */
export function commandOf(args: readonly string[]): readonly string[] | null {
  if (asked.has(args[0])) return args;
  const index = args.findIndex((argument, at) => {
    const isValue = at > 0 && withValue.test(args[at - 1] ?? '');
    return !argument.startsWith('-') && !isValue;
  });
  const isCommand = index !== -1 && (commands as readonly string[]).includes(args[index] ?? '');
  return isCommand ? args.slice(index) : null;
}
