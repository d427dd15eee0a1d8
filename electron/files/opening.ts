import { basename, resolve } from 'node:path';
import { app } from 'electron';
import { errorMessage } from '../../collector/lib/error-message.ts';
import { pathOfLink, tracePath } from '../deep-links.ts';
import type { Notices } from '../notices.ts';
import { argvOfSecond, readStartRequest, type StartRequest } from '../start-request.ts';
import { importFile, sentenceOf } from './import-file.ts';

export interface OpeningOptions {
  readonly request: (path: string, init: RequestInit) => Promise<Response>;
  readonly show: (path: string | null) => void;
  readonly notices: Notices;
}

/** Opens what the system hands to the app: links, files, a second start. What comes before the window waits for it. */
export class Opening {
  readonly #earlyFiles: string[] = [];
  /** Where the window is to be, once it can be; undefined while nobody has asked for it. */
  #earlyPath: string | null | undefined;
  #options: OpeningOptions | null = null;
  #importing: Promise<void> = Promise.resolve();
  /** Of the files that are read or wait. */
  #ending = new AbortController();

  /** Listens; must run before the app is ready, or a Mac's first file or link is missed. */
  constructor() {
    app.on('open-url', (event, url) => {
      event.preventDefault();
      this.#show(pathOfLink(url));
    });
    app.on('open-file', (event, file) => {
      event.preventDefault();
      // A large file takes its time, and the progress is said in the window.
      this.#show(null);
      this.files([file]);
    });
    app.on('second-instance', (_event, told, workingDirectory, handed) => {
      const argv = argvOfSecond(handed, told);
      const request = readStartRequest(argv.slice(1), (file) => resolve(workingDirectory, file));
      this.#show(request.path);
      this.files(withoutScript(request).files);
    });
    app.on('activate', () => this.#show(null));
  }

  /** The window can be shown: at what has been asked for until now, or by this start, in one load. */
  begin(options: OpeningOptions, request: StartRequest): void {
    this.#options = options;
    const wasAsked = this.#earlyPath !== undefined;
    if (wasAsked || !request.hidden) options.show(this.#earlyPath ?? request.path);
    this.files([...this.#earlyFiles.splice(0), ...request.files]);
  }

  /** Stores what the files hold in a project, one after the other, and shows a trace of them. */
  files(files: readonly string[], project = 'default'): void {
    const options = this.#options;
    if (!options) return void this.#earlyFiles.push(...files);
    const { signal } = this.#ending;
    for (const file of files)
      this.#importing = this.#importing.then(() => openFile({ file, project, signal }, options));
  }

  /** Stops what is read and lets go of what waits. */
  cancel(): void {
    this.#ending.abort();
    this.#ending = new AbortController();
  }

  #show(path: string | null): void {
    if (this.#options) return this.#options.show(path);
    this.#earlyPath = path ?? this.#earlyPath ?? null;
  }
}

interface FileToOpen {
  readonly file: string;
  readonly project: string;
  readonly signal: AbortSignal;
}

/** Never rejects: what is wrong with a file is said in the window. */
async function openFile(
  { file, project, signal }: FileToOpen,
  { request, show, notices }: OpeningOptions,
): Promise<void> {
  if (signal.aborted) return;
  const name = basename(file);
  const going = (progress: number) =>
    ({ tone: 'info', text: `Opening ${name}`, progress, actions: ['cancel-opening'] }) as const;
  const id = notices.add(going(0));
  try {
    const report = await importFile(file, {
      request,
      projectId: project,
      signal,
      onProgress: (progress) => notices.update(id, going(progress)),
    });
    const tone = report.items === 0 ? 'error' : 'info';
    if (report.bad > 0 || report.items === 0) notices.add({ tone, text: sentenceOf(name, report) });
    show(report.trace_id === null ? null : tracePath(project, report.trace_id));
  } catch (error) {
    if (signal.aborted) return;
    notices.add({ tone: 'error', text: errorMessage(error) });
    show(null);
  } finally {
    notices.dismiss(id);
  }
}

/** An app that runs from its sources is started with its main script, which nobody means to open. */
export function withoutScript(request: StartRequest): StartRequest {
  return app.isPackaged ? request : { ...request, files: request.files.slice(1) };
}
