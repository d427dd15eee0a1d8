import { startThreadsEarly } from './threads.ts';

// The command line, in the order of its start. First a collector's threads, because they are what takes longest. They load their code while this one loads its own.
const threads = process.argv[2] === 'serve' ? startThreadsEarly() : null;
// The command; `serve` goes on with `startParts` in collector.ts.
/** Resolves when it is done; with `serve`, when the collector listens. */
export const done = import('./cli/program.ts').then(({ runCommandLine }) => runCommandLine(threads));
