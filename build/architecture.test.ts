import { cruise, type ICruiseResult, type IDependency } from 'dependency-cruiser';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from './child-process.mjs';

const writingSide = [
  'collector/store/writer',
  'collector/store/span-row',
  'collector/store/database',
  'collector/store/deleting/deletion',
  'types:collector/store/deleting/belongings',
  'collector/store/traces/trace-finder',
  'collector/store/deleting/retention',
  'collector/store/deleting/free-pages',
  'collector/store/packing/helper',
  'types:collector/store/reextraction',
  'collector/store/faults',
  'types:collector/store/stored-span',
  'types:collector/store/log-row',
  'types:collector/store/metric-row',
  'collector/store/attributes/attribute-rules',
  'types:collector/store/search/search-text',
];
const readingSide = [
  'collector/store/reader',
  'collector/store/database',
  'collector/store/faults',
  'collector/store/search/search-text',
];

/**
 * Who may import whom, as collector/README.md has it. A name is a folder or a file without its ending; `types:` allows
 * only what leaves no trace at run time.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'collector/contract': [],
  'collector/decode': [],
  'collector/messages': ['collector/contract', 'collector/decode'],
  'collector/extract': ['collector/decode', 'collector/contract'],
  'collector/store': ['collector/contract'],
  'collector/redaction': ['collector/decode', 'types:collector/contract'],
  'collector/ingest': [
    'collector/decode',
    'collector/extract',
    'collector/redaction',
    ...writingSide,
    'collector/errors',
  ],
  'collector/query': [
    ...readingSide,
    'collector/extract/pricing',
    'collector/decode',
    'collector/messages',
    'collector/contract',
    'collector/errors',
  ],
  'collector/live': ['collector/contract'],
  'collector/receivers': [
    'collector/contract',
    'collector/decode',
    'collector/body-parts',
    'collector/errors',
  ],
  // Of the readers only the names of sort keys and the conversion of times: it can get no connection to read with.
  'collector/api': [
    'collector/contract',
    'collector/query',
    'collector/live',
    'collector/body-parts',
    'collector/errors',
    'collector/store/reader',
  ],
  'collector/body-parts': ['collector/errors'],
  'collector/auth': ['collector/errors', 'types:collector/contract'],
  'collector/collector': ['collector'],
  'collector/health': ['collector'],
  'collector/listening': [],
  'collector/publishing': [
    'collector/contract',
    'types:collector/ingest/jobs',
    'types:collector/live',
    'types:collector/store/stored-span',
  ],
  // Of the redaction what says whether its rules can be.
  'collector/config': ['collector/config-merge', 'collector/contract', 'collector/redaction/rules'],
  'collector/config-merge': [],
  'collector/settings': [
    'collector/config',
    'collector/config-merge',
    'collector/settings-file',
    'collector/contract',
    'collector/errors',
  ],
  'collector/settings-file': ['collector/config', 'collector/config-merge'],
  // Files hold what exporters send and read what queries do: import and export share both sides' way with it.
  'collector/files': [
    'collector/decode',
    'collector/messages',
    'collector/query',
    'collector/store/reader',
    'collector/store/database',
    'collector/contract',
    'collector/errors',
  ],
  'collector/instance': [],
  // Beside the collector or without one: it reads and rebuilds the database itself.
  'collector/doctor': ['collector/store', 'collector/decode', 'collector/instance', 'types:collector/config'],
  'collector/cli': [
    'collector/collector',
    'collector/config',
    'collector/settings',
    'collector/auth',
    'collector/files',
    'collector/doctor',
    'collector/instance',
    'collector/threads',
    'types:collector/contract',
  ],
  'collector/code-cache': [],
  'collector/main': ['collector/cli', 'collector/code-cache', 'collector/threads'],
  // The files that start a thread, and what it takes as its end.
  'collector/threads': ['collector/early-thread', 'collector/ingest', 'collector/query'],
  'collector/ports': ['collector'],
  electron: [
    'collector/collector',
    'collector/config',
    'collector/config-merge',
    'collector/settings-file',
    'collector/instance',
    'collector/auth',
    'collector/main',
    'collector/make-folder',
    'collector/contract',
  ],
  renderer: ['types:collector/contract', 'types:electron/contract'],
};

/** Small files without imports of their own, and types of the settings. */
const freeToCollector = [
  'types:collector/config',
  'collector/log',
  'collector/raw-json',
  'collector/database-file',
  'collector/version',
  'collector/worker-file',
  'types:collector/early-thread',
  'collector/make-folder',
  'collector/patience',
  'collector/once-a-minute',
  'collector/give-back',
  'collector/settle-down',
];

/** Third-party packages that only some may import. */
const onlyImportedBy: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['collector/store'],
  protobufjs: ['collector/decode'],
  commander: ['collector/cli'],
  typebox: ['collector/contract', 'collector/config-merge', 'collector/api'],
  electron: ['electron'],
  re2js: ['collector/redaction'],
};

/** Free to import what they need: they are no part of the product. */
const exempt = /\.test\.tsx?$|^collector\/(testing|bench|torture|extract\/fixtures)\/|\/e2e\/|\/testing\//;
const product = ['collector', 'electron', 'renderer'];
/** Programs that are run elsewhere, where their packages are installed. */
const elsewhere = '^collector/testing/recordings/scenarios/';
const fewestModules = 100;

interface Import {
  readonly from: string;
  readonly to: string;
  readonly packageName: string | null;
  readonly typeOnly: boolean;
}

let result: ICruiseResult;
let imports: readonly Import[];

beforeAll(async () => {
  const { output } = await cruise(
    product,
    // TypeScript 7 has no parser for it to use: without swc it would read nothing and say that all is well.
    {
      baseDir: root,
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: elsewhere },
    },
    { extensions: ['.ts', '.tsx'], exportsFields: ['exports'], conditionNames: ['node', 'import', 'types'] },
  );
  if (typeof output === 'string') throw new TypeError('expected the modules themselves');
  result = output;
  imports = result.modules
    .filter(({ source }) => isProduct(source) && !exempt.test(source))
    .flatMap(({ source, dependencies }) => dependencies.map((dependency) => toImport(source, dependency)));
});

test('the modules were read, each with its imports', () => {
  const modules = result.modules.filter(({ source }) => isProduct(source));
  expect(modules.length).toBeGreaterThan(fewestModules);
  expect(imports.length).toBeGreaterThan(modules.length);
  for (const folder of product) expect(imports.some(({ from }) => from.startsWith(`${folder}/`))).toBe(true);
});

test('every import leads to a module', () => {
  const unresolved = result.modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter((dependency) => dependency.couldNotResolve)
      .map(({ module }) => `${source}: ${module}`),
  );
  expect(unresolved).toEqual([]);
});

test('no module imports itself through others, types included', () => {
  const circular = result.modules.flatMap(({ source, dependencies }) =>
    dependencies.filter(({ cycle }) => cycle).map(({ resolved }) => `${source} -> ${resolved}`),
  );
  expect(circular).toEqual([]);
});

describe('imports are those of the table', () => {
  test.for(Object.entries(mayImport))('%s', ([name, allowed]) => {
    const free = name.startsWith('collector/') && name !== 'collector/contract' ? freeToCollector : [];
    const forbidden = imports.filter(
      ({ from, to, typeOnly }) =>
        isIn(from, name) &&
        isProduct(to) &&
        !isIn(to, name) &&
        ![...allowed, ...free].some((entry) => allows(entry, to, typeOnly)),
    );
    expect(forbidden.map(describeImport)).toEqual([]);
  });

  test('every allowance is used', () => {
    const allowances = Object.entries({ ...mayImport, collector: freeToCollector }).flatMap(
      ([name, allowed]) => allowed.map((entry) => ({ name, entry })),
    );
    const unused = allowances.filter(
      ({ name, entry }) =>
        !imports.some(({ from, to, typeOnly }) => isIn(from, name) && allows(entry, to, typeOnly)),
    );
    expect(unused).toEqual([]);
  });

  test('every module of the collector has a row', () => {
    const rows = [...Object.keys(mayImport), ...freeToCollector, 'collector/errors'].map((name) =>
      name.replace('types:', ''),
    );
    const homeless = imports.filter(({ from }) => !rows.some((name) => isIn(from, name)));
    expect([...new Set(homeless.map(({ from }) => from))]).toEqual([]);
  });

  test.for(Object.entries(onlyImportedBy))('%s has only its own importers', ([name, importers]) => {
    const forbidden = imports.filter(
      ({ from, packageName }) => packageName === name && !importers.some((importer) => isIn(from, importer)),
    );
    expect(forbidden.map(describeImport)).toEqual([]);
  });

  test('the contract knows no package but TypeBox', () => {
    const others = imports.filter(
      ({ from, packageName }) =>
        isIn(from, 'collector/contract') && packageName !== null && packageName !== 'typebox',
    );
    expect(others.map(describeImport)).toEqual([]);
  });

  test('a feature of the renderer never imports another feature', () => {
    const featureOf = (path: string): string | undefined => /^renderer\/features\/([^/]+)/.exec(path)?.[1];
    const forbidden = imports.filter(({ from, to }) => {
      const [own, other] = [featureOf(from), featureOf(to)];
      return own !== undefined && other !== undefined && own !== other;
    });
    expect(forbidden.map(describeImport)).toEqual([]);
  });
});

function toImport(from: string, { module, resolved, dependencyTypes }: IDependency): Import {
  return {
    from,
    to: resolved,
    packageName: module.startsWith('.') ? null : packageNameOf(module),
    typeOnly: dependencyTypes.includes('type-only'),
  };
}

function packageNameOf(module: string): string {
  return module.split('/', module.startsWith('@') ? 2 : 1).join('/');
}

function isProduct(path: string): boolean {
  return product.some((folder) => path.startsWith(`${folder}/`));
}

/** Whether a path is the named file or lies in the named folder. */
function isIn(path: string, name: string): boolean {
  return path.startsWith(`${name}/`) || path.replace(/\.tsx?$/, '') === name;
}

function allows(entry: string, to: string, typeOnly: boolean): boolean {
  return entry.startsWith('types:') ? typeOnly && isIn(to, entry.slice('types:'.length)) : isIn(to, entry);
}

function describeImport({ from, to, typeOnly }: Import): string {
  return `${from} imports ${typeOnly ? 'types of ' : ''}${to}`;
}
