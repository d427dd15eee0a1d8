import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

// Node's own stripping of types is WebAssembly that all threads of a process share. V8 (13.6) now and then aborts the
// whole process while it frees such code, which happens where tests end threads on purpose. This one is native.
registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
    const file = fileURLToPath(url);
    const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), {
      lang: 'ts',
      typescript: { onlyRemoveTypeImports: true },
    });
    if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);
    return { format: 'module', source: code, shortCircuit: true };
  },
});
