/** What a script of npm was told is none of what it takes: the exit code is that of wrong usage. */
class WrongUsage extends Error {
  readonly exitCode = 2;
}

/** Throws where an argument is none of `known`: passed over, it had everything run instead of what was asked for. */
export function takeOnly(known: readonly string[], args: readonly string[], advice: string): void {
  const unknown = args.filter((argument) => !known.includes(argument));
  if (unknown.length > 0) throw new WrongUsage(`unknown ${unknown.join(' ')}: ${advice}`);
}
