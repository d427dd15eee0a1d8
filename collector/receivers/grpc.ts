import type { Server, Socket } from 'node:net';
import { foreignToGrpc } from './foreign-attempt.ts';
import { GrpcPort } from './grpc-port.ts';
import type { GrpcOptions, GrpcService } from './grpc-service.ts';

/** The port for OTLP/gRPC. What speaks it is loaded with the first connection: most collectors never see one. */
export class GrpcReceiver {
  readonly #options: GrpcOptions;
  readonly #port: GrpcPort;
  #service: Promise<GrpcService> | undefined;

  constructor(options: GrpcOptions) {
    this.#options = options;
    this.#port = new GrpcPort(
      (connection) => void this.#handOn(connection),
      (start) => options.requests.add(foreignToGrpc(start)),
      options.patience.headMs,
    );
  }

  /** What listens. */
  get server(): Server {
    return this.#port.server;
  }

  /** Resolves with the port it listens on; rejects when the port is taken. */
  start(host: string, port: number): Promise<number> {
    return this.#port.start(host, port);
  }

  /** Finishes the calls under way; those still open after a while are cut. */
  async stop(): Promise<void> {
    this.#port.stop();
    const service = await this.#service;
    await service?.stop();
  }

  async #handOn(connection: Socket): Promise<void> {
    try {
      const service = await (this.#service ??= this.#load());
      if (!connection.destroyed) service.take(connection);
    } catch (error) {
      this.#service = undefined;
      connection.destroy();
      this.#options.onFailure(error);
    }
  }

  async #load(): Promise<GrpcService> {
    const { GrpcService } = await import('./grpc-service.ts');
    return new GrpcService(this.#options);
  }
}
