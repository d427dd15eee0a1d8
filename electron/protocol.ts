import { protocol } from 'electron';
import { appScheme } from './addresses.ts';
import { forward, isCollectorPath } from './forward.ts';
import { answerFile } from './page-files.ts';

/** Must run before the app is ready: a scheme's privileges are fixed from then on. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ]);
}

/** Gives the page its files and, under the same origin, the collector: no CORS, and no token in reach of scripts. */
export function setUpProtocol(rendererFolder: string, collectorUrl: string, token: string | null): void {
  protocol.handle(appScheme, (request) =>
    isCollectorPath(new URL(request.url).pathname)
      ? forward(request, collectorUrl, token)
      : answerFile(request, rendererFolder),
  );
}
