const PARAMETERS = /:[a-z_]+|\*/g;

interface Route {
  readonly pattern: RegExp;
  readonly method: string;
  readonly parameters: number;
}

/** The routes of a server, to tell what there is at a path, which Fastify does not. */
export class RouteTable {
  readonly #routes: Route[] = [];
  readonly urls = new Set<string>();

  add(url: string, methods: readonly string[]): void {
    const pattern = new RegExp(
      `^${url
        .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll(/:[a-z_]+/g, '[^/]+')
        .replace(/\\\*$/, '.*')}$`,
    );
    const parameters = url.match(PARAMETERS)?.length ?? 0;
    for (const method of methods) this.#routes.push({ pattern, method, parameters });
    this.urls.add(url);
  }

  /** Of several routes that a path matches, the one with the fewest parameters is meant. */
  methodsAt(path: string): string[] {
    const there = this.#routes.filter(({ pattern }) => pattern.test(path));
    const fewest = Math.min(...there.map(({ parameters }) => parameters));
    const meant = there.filter(({ parameters }) => parameters === fewest);
    return [...new Set(meant.map(({ method }) => method))];
  }
}
