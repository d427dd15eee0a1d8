import type { AnyCommand, IngestJob, IngestSettings, ToIngest } from '../jobs.ts';

export interface InboxOptions {
  /** A message that still waits in the port, taken out of it. */
  readonly receive: () => ToIngest | undefined;
  readonly onCommand: (id: number, command: AnyCommand) => void;
  readonly onSettings: (settings: IngestSettings) => void;
}

/** The main thread's messages that the ingest thread has not looked at yet, in their order. */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #delivered: ToIngest[] = [];
  #isProbeDue = false;
  #isStopping = false;

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  /** Keeps a message that the port has delivered as an event; `receive` takes those that it has not delivered yet. */
  add(message: ToIngest): void {
    this.#delivered.push(message);
  }

  /** No delivered message is left; the port may hold more. */
  get isEmpty(): boolean {
    return this.#delivered.length === 0;
  }

  /** A stop was asked for: no more messages come. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Whether a probe of the database was asked for; answering takes that back. */
  takeProbe(): boolean {
    const isDue = this.#isProbeDue;
    this.#isProbeDue = false;
    return isDue;
  }

  /** The next job, after whatever was told before it; undefined where none waits. */
  next(): IngestJob | undefined {
    for (;;) {
      const message = this.#delivered.shift() ?? this.#options.receive();
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
