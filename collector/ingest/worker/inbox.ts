import type { AnyCommand, IngestJob, IngestSettings, ToIngest } from '../jobs.ts';

export interface InboxOptions {
  /** A message that still waits in the port, taken out of it. */
  readonly receive: () => ToIngest | undefined;
  readonly onCommand: (id: number, command: AnyCommand) => void;
  readonly onSettings: (settings: IngestSettings) => void;
}

/** What the main thread has told the ingest thread and nobody has looked at yet, in its order. */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #handedOn: ToIngest[] = [];
  #isProbeDue = false;
  #isStopping = false;

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  /** Keeps what the port has handed on by itself. */
  add(message: ToIngest): void {
    this.#handedOn.push(message);
  }

  /** Nothing is left of what the port has handed on. */
  get isEmpty(): boolean {
    return this.#handedOn.length === 0;
  }

  /** Nothing comes any more. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Whether it was asked if the database can be written; asked once, answered once. */
  takeProbe(): boolean {
    const isDue = this.#isProbeDue;
    this.#isProbeDue = false;
    return isDue;
  }

  /** The next job, after whatever was told before it; undefined where none waits. */
  next(): IngestJob | undefined {
    for (;;) {
      const message = this.#handedOn.shift() ?? this.#options.receive();
      switch (message?.type) {
        case 'job':
          return message.job;
        case 'command':
          this.#options.onCommand(message.id, message.command);
          break;
        case 'settings':
          this.#options.onSettings(message.settings);
          break;
        case 'probe':
          // Not while jobs are taken: it waits for a lock as long as a commit does, and they would wait with it.
          this.#isProbeDue = true;
          break;
        case 'stop':
          this.#isStopping = true;
          return undefined;
        case undefined:
          return undefined;
      }
    }
  }
}
