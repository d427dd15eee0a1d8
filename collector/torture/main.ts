import { parseArgs } from 'node:util';
import { partsOf, readArguments, wholeNumber } from '../bench/program-arguments.ts';

const USAGE = `npm run torture [-- kills|overload|fuzz] [--rounds N] [--seconds N] [--cases N] [--seed N]
What the tests do for a moment, for as long as one likes. Ends with 1 where anything was lost, wrong or dead.`;

const ALL = ['kills', 'overload', 'fuzz'] as const;
const { isHelp, parts, limits } = readArguments(USAGE, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '60' },
      cases: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '20261121' },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    isHelp: values.help,
    parts: partsOf(positionals.length === 0 ? ALL : positionals, ALL),
    limits: {
      rounds: wholeNumber('--rounds', values.rounds),
      seconds: wholeNumber('--seconds', values.seconds),
      cases: wholeNumber('--cases', values.cases),
      seed: wholeNumber('--seed', values.seed),
    },
  };
});

if (isHelp) console.log(USAGE);
else {
  // A collector and the official exporters: whoever mistypes an argument need not wait for these.
  const { torture } = await import('./torture.ts');
  const faults = await torture(parts, limits);
  console.log(
    faults.length === 0
      ? '\nnothing lost, nothing wrong'
      : `\n${faults.length} FAULTS\n${faults.slice(0, 20).join('\n')}`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}
