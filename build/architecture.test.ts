import { readFileSync } from 'node:fs';
import { cruise, type ICruiseResult, type IDependency } from 'dependency-cruiser';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from './child-process.mjs';
import { beginnings, freeToCollector, mayImport, onlyImportedBy, windowLayers } from './import-table.ts';

/** Free to import what they need: they are no part of the product. */
const exempt = /\.test\.tsx?$|^collector\/(testing|bench|torture|extract\/fixtures)\/|\/e2e\/|\/testing\//;
const product = ['collector', 'electron', 'renderer'];
/** Programs that are run elsewhere, where their packages are installed. */
const elsewhere = '^collector/testing/recordings/scenarios/';
const fewestModules = 100;
const mostLines = 300;

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

test('no file is longer than one of one subject', () => {
  const linesOf = (source: string): number =>
    readFileSync(`${root}/${source}`, 'utf8').split('\n').length - 1;
  const sources = result.modules.map(({ source }) => source).filter(isProduct);
  expect(sources.filter((source) => linesOf(source) > mostLines)).toEqual([]);
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

test('every module is imported by another, or something begins with it', () => {
  const imported = new Set(imports.map(({ to }) => to));
  const modules = result.modules.map(({ source }) => source);
  const alone = modules.filter((path) => isProduct(path) && !exempt.test(path) && !imported.has(path));
  expect(alone.toSorted()).toEqual(beginnings);
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

  test.for([
    'collector/ingest/worker/worker.ts',
    'collector/query/worker.ts',
    'collector/store/packing/worker.ts',
  ])('%s loads no TypeBox, which takes a tenth of its start', (beginning) => {
    const loaded = new Set([beginning]);
    // A set goes on to what is added meanwhile.
    for (const path of loaded)
      for (const { from, to, typeOnly } of imports) if (from === path && !typeOnly) loaded.add(to);
    expect(loaded.size).toBeGreaterThan(5);
    const described = imports.filter(
      ({ from, packageName, typeOnly }) => loaded.has(from) && packageName === 'typebox' && !typeOnly,
    );
    expect(described.map(describeImport)).toEqual([]);
  });

  test('what writes to the store needs nothing that reads for queries', () => {
    const forbidden = imports.filter(
      ({ from, to }) =>
        isIn(from, 'collector/store') &&
        !isIn(from, 'collector/store/reader') &&
        isIn(to, 'collector/store/reader'),
    );
    expect(forbidden.map(describeImport)).toEqual([]);
  });

  test('a feature of the renderer never imports another feature', () => {
    const featureOf = (path: string): string | undefined => /^renderer\/features\/([^/]+)/.exec(path)?.[1];
    const forbidden = imports.filter(({ from, to }) => {
      const [own, other] = [featureOf(from), featureOf(to)];
      return own !== undefined && other !== undefined && own !== other;
    });
    expect(forbidden.map(describeImport)).toEqual([]);
  });

  test('a layer of the renderer imports only those before it', () => {
    const layerOf = (path: string): number =>
      windowLayers.findIndex((layer) => isIn(path, `renderer/${layer}`));
    const forbidden = imports.filter(({ from, to }) => layerOf(from) >= 0 && layerOf(to) > layerOf(from));
    expect(forbidden.map(describeImport)).toEqual([]);
  });

  test.for(['collector/lib', 'renderer/lib'])(
    'every module of %s is reached from more than one folder',
    (lib) => {
      const modules = result.modules.map(({ source }) => source).filter((source) => isIn(source, lib));
      const ofOneFolder = modules
        .filter((module) => !exempt.test(module))
        .map((module) => ({ module, folders: foldersReaching(module, lib) }))
        .filter(({ folders }) => folders.size < 2)
        .map(({ module, folders }) => `${module}: ${[...folders].join()}`);
      expect(modules.length).toBeGreaterThan(0);
      expect(ofOneFolder).toEqual([]);
    },
  );
});

/** The folders that import a module of `lib`, through other modules there too; a module at the top of a part counts as one. */
function foldersReaching(module: string, lib: string): ReadonlySet<string> {
  const reached = new Set([module]);
  const folders = new Set<string>();
  for (const target of reached) {
    for (const { from } of imports.filter(({ to }) => to === target)) {
      if (isIn(from, lib)) reached.add(from);
      else folders.add(/^\w+\/(?:(?:features|ui)\/[^/]+(?=\/)|[^/]+)/.exec(from)?.[0] ?? from);
    }
  }
  return folders;
}

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
