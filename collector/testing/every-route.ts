import { createServer, registerApi, type ApiParts } from '../api/server.ts';
import { defaultConfig } from '../config/config.ts';
import { silentLog } from './silent-log.ts';
import { registerOtlpHttp } from '../receivers/http.ts';
import { RequestLog } from '../receivers/request-log.ts';
import { ROOM } from './room.ts';

export interface Route {
  readonly method: string;
  /** With `:name` for a parameter and `*` for a rest. */
  readonly path: string;
  /** Names of its query parameters. */
  readonly query: readonly string[];
}

/** Every route of the main server as it is registered: one that is added later is in the list, too. */
export async function everyRoute(): Promise<Route[]> {
  const config = defaultConfig({});
  const open = { callers: false, exporters: false, check: () => {} };
  const app = createServer(config, open, silentLog);
  const routes: Route[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    const { properties = {} } = (schema?.querystring ?? {}) as { properties?: object };
    if (url !== '*')
      for (const one of [method].flat())
        routes.push({ method: one, path: url, query: Object.keys(properties) });
  });
  // Nothing of it is asked before a request comes.
  registerApi(app, config, { userInterface: '/', stop: new AbortController().signal } as ApiParts);
  const requests = new RequestLog(() => ({ http: null, standard_http: null, grpc: null }));
  registerOtlpHttp(app, {
    consume: never,
    openRoom: () => ROOM,
    maxBodyBytes: 1,
    port: 'http',
    requests,
  });
  await app.ready();
  await app.close();
  return routes;
}

const never = (): Promise<never> => Promise.reject(new Error('no request comes'));
