import { Client, credentials } from '@grpc/grpc-js';
import { Connection } from './measure.ts';

/** One connection of an exporter. `send` resolves when the request is acknowledged and rejects when it is not. */
export interface Sender {
  send(body: Buffer): Promise<unknown>;
  close(): void;
}

export class HttpSender implements Sender {
  readonly #connection: Connection;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.#connection = new Connection(url);
    this.#headers = { 'content-type': 'application/x-protobuf', ...headers };
  }

  send(body: Buffer): Promise<Buffer> {
    return this.#connection.request('/otel/default/v1/traces', body, this.#headers);
  }

  close(): void {
    this.#connection.close();
  }
}

const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
const asTheyAre = (bytes: Buffer): Buffer => bytes;

export class GrpcSender implements Sender {
  readonly #client: Client;

  constructor(address: string) {
    this.#client = new Client(address, credentials.createInsecure(), { 'grpc.use_local_subchannel_pool': 1 });
  }

  send(body: Buffer): Promise<Buffer | undefined> {
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(EXPORT, asTheyAre, asTheyAre, body, (error, answer) =>
        error ? reject(error) : resolve(answer),
      );
    });
  }

  close(): void {
    this.#client.close();
  }
}
