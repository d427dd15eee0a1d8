import type { Plugin } from 'vite';

/**
 * Writes every character beyond ASCII as an escape, in what runs in Node: with a single one of them V8 keeps the whole file in
 * two bytes a character, on each thread that loads it.
 */
export function escapeBeyondAscii(): Plugin {
  return {
    name: 'escape-beyond-ascii',
    applyToEnvironment: (environment) => environment.config.consumer === 'server',
    // Last of all: what is printed once more would have them again.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = asciiOf(file.code);
      },
    },
  };
}

/** As code units, which an escape means in text, in patterns and in names alike; only `String.raw` would tell the difference. */
const asciiOf = (code: string): string =>
  code.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
