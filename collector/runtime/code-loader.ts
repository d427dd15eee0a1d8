import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { crc32 } from 'node:zlib';
import { KeptCode } from './kept-code.ts';

const BEFORE = '(function (exports, require, module, __filename, __dirname) {';
const AFTER = '\n})';

type Code = (
  exports: unknown,
  require: (id: string) => unknown,
  module: { exports: unknown },
  file: string,
  folder: string,
) => void;

/**
 * Loads the files of a build on one thread, as Node does, with what V8 made of them in an earlier run. Node's own cache of compiled
 * code has only what is compiled as a file is loaded: each function that a start then calls was compiled at each start.
 */
export class CodeLoader {
  readonly #folder: string;
  readonly #kept: KeptCode | null;
  readonly #modules = new Map<string, { exports: unknown }>();
  /** What nothing was kept of yet. */
  #fresh: { readonly file: string; readonly sum: number; readonly script: vm.Script }[] = [];
  readonly #requireOther: NodeJS.Require;

  /** `own`: what the files get for the one that this loader itself is in. */
  constructor(
    folder: string,
    kept: KeptCode | null,
    own?: { readonly file: string; readonly exports: unknown },
  ) {
    this.#folder = folder;
    this.#kept = kept;
    this.#requireOther = createRequire(path.join(folder, 'any.cjs'));
    if (own !== undefined) this.#modules.set(own.file, { exports: own.exports });
  }

  /** What the file of that name exports. Throws what it throws. */
  load(name: string): unknown {
    const file = path.join(this.#folder, name);
    const known = this.#modules.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    this.#modules.set(file, module);
    try {
      this.#compile(file)(module.exports, this.#require, module, file, this.#folder);
    } catch (error) {
      this.#modules.delete(file);
      throw error;
    }
    return module.exports;
  }

  /** Writes for the next start what V8 has made by now of files that nothing was kept of; says whether there were any. */
  keep(): boolean {
    if (this.#kept === null || this.#fresh.length === 0) return false;
    const fresh = this.#fresh;
    this.#fresh = [];
    for (const { file, sum, script } of fresh)
      // Where the first can't be written the others can't be either.
      if (!this.#kept.write(file, sum, script.createCachedData())) return true;
    this.#kept.tidy();
    return true;
  }

  /** All files of a build lie in one folder. */
  readonly #require = (id: string): unknown => (id.startsWith('./') ? this.load(id) : this.#requireOther(id));

  #compile(file: string): Code {
    const source = readFileSync(file);
    const cachedData = this.#kept?.read(file, source);
    const script = new vm.Script(BEFORE + source.toString() + AFTER, {
      filename: file,
      columnOffset: -BEFORE.length,
      ...(cachedData && { cachedData }),
    });
    // Also where another V8, or one with other flags, has made it.
    const isFresh = cachedData === undefined || script.cachedDataRejected === true;
    if (isFresh && this.#kept !== null) this.#fresh.push({ file, sum: crc32(source), script });
    return script.runInThisContext() as Code;
  }
}

/** Of the desktop app's own V8 nothing is kept: whether it takes what others of its kind have compiled is not promised. */
const kept = process.versions['electron'] === undefined ? KeptCode.ofUser(process.env) : null;
const here = fileURLToPath(import.meta.url);
const loader = new CodeLoader(path.dirname(here), kept, {
  file: here,
  exports: { loadBuilt, keepCompiledCode },
});

/** What a file of the build exports, loaded on this thread. */
export function loadBuilt(name: string): unknown {
  return loader.load(name);
}

/** Writes what was compiled on this thread for the next start; false where it runs from the sources, or when all is written. */
export function keepCompiledCode(): boolean {
  return loader.keep();
}
