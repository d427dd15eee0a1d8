/** What an error says, for a person. Anything can be thrown. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The same with where it comes from, for the log. */
export const errorStack = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** What was thrown, as an error. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
