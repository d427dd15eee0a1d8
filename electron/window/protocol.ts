import { protocol } from 'electron';
import { appScheme } from '../addresses.ts';
import { answerPage, type PageServer } from './answer.ts';

/** Must run before the app is ready: a scheme's privileges are fixed from then on. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ]);
}

export function setUpProtocol(server: PageServer): void {
  protocol.handle(appScheme, (request) => answerPage(request, server));
}
