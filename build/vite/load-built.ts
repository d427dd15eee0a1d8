import { normalizePath, type Plugin } from 'vite';

/** In these environments, files of the sources are loaded from the bundles that another has made of them, which lie beside their own. */
export function loadBuilt(
  environments: readonly string[],
  bundles: Readonly<Record<string, string>>,
): Plugin {
  const bundleOf = new Map(Object.entries(bundles).map(([file, bundle]) => [normalizePath(file), bundle]));
  return {
    name: 'load-built',
    enforce: 'pre',
    applyToEnvironment: (environment) => environments.includes(environment.name),
    async resolveId(source, importer) {
      if (importer === undefined) return null;
      const file = (await this.resolve(source, importer, { skipSelf: true }))?.id;
      const bundle = file === undefined ? undefined : bundleOf.get(file);
      return bundle === undefined ? null : { id: `./${bundle}`, external: true };
    },
  };
}
