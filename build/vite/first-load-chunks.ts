import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;

/**
 * Two scripts for the first load: the entry, which is small and asks for data, and all that `start` imports statically. Left to
 * themselves they are dozens, since screens that are loaded later share this and that, and each costs a request.
 */
export function firstLoadGroups(start: string): Group[] {
  let started: ReadonlySet<string> | null = null;
  return [
    // The page's only entry: what it imports statically is the entry itself.
    { name: 'entry', tags: ['$initial'], priority: 2 },
    {
      debugName: 'window',
      name: (id, context) => {
        started ??= staticImports(start, (module) => context.getModuleInfo(module));
        return started.has(id) ? 'window' : null;
      },
      priority: 1,
    },
  ];
}

type ModuleInfoOf = (id: string) => { readonly importedIds: readonly string[] } | null;

function staticImports(from: string, infoOf: ModuleInfoOf): ReadonlySet<string> {
  const seen = new Set([from]);
  for (const id of seen) infoOf(id)?.importedIds.forEach((imported) => seen.add(imported));
  return seen;
}

/** Has the page load what its entry imports dynamically at once, not when the entry runs. */
export function preloadStart(start: string): Plugin {
  return {
    name: 'preload-start',
    applyToEnvironment: (environment) => environment.name === 'client',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }): HtmlTagDescriptor[] {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(start)));
        if (chunk === undefined) return [];
        const entries = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
        return [chunk.fileName, ...chunk.imports.filter((file) => !entries.has(file))].map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        }));
      },
    },
  };
}
