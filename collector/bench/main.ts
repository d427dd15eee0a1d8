import { parseArgs } from 'node:util';
import { readArguments, wholeNumber } from './program-arguments.ts';

const USAGE = `npm run bench [-- --spans N --json FILE --url URL | --compare A.json B.json | --growth SIZES | window]
What this machine does with generated spans of about 4 kB, everything switched on. Figures beside their goals, no verdict.

  --url URL                      a collector that runs already; what only its process could tell is left out
  --compare A.json B.json        two files of --json, side by side; measures nothing
  --growth 10000,100000,1000000  the figures that may grow, at each of these sizes
  SIDESEAT_BIN=PATH              the peer as well, one after the other, and what it needs as a multiple
  window                         what the window does instead (npm run bench -- window --help)`;

const { values, compared, sizes, count } = readArguments(USAGE, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      spans: { type: 'string', default: '100000' },
      json: { type: 'string' },
      url: { type: 'string' },
      growth: { type: 'string' },
      compare: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.compare && positionals.length !== 2) throw new Error('--compare takes two files');
  if (!values.compare && positionals.length > 0) throw new Error(`Unknown ${positionals.join(' ')}`);
  return {
    values,
    compared: positionals,
    sizes: values.growth?.split(',').map((size) => wholeNumber('--growth', size)),
    count: wholeNumber('--spans', values.spans),
  };
});

// Each with what it needs: whoever mistypes an argument need not wait for a collector and its exporters to load.
if (values.help) {
  console.log(USAGE);
} else if (values.compare) {
  const { compare, readFigures } = await import('./figures.ts');
  const [before, after] = compared;
  console.log(compare(readFigures(before!), readFigures(after!)));
} else if (sizes !== undefined) {
  const { benchGrowth } = await import('./growth.ts');
  await benchGrowth(sizes);
} else {
  const { bench } = await import('./bench.ts');
  await bench({ count, url: values.url, json: values.json, peer: process.env['SIDESEAT_BIN'] });
}
