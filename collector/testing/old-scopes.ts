import protobuf from 'protobufjs/minimal.js';
import { FIRST, OLD_SCOPES, SECOND } from '../decode/export-request.ts';
import { WireCursor } from '../decode/wire.ts';

/** An export request with its scopes where OTLP before 0.19 has them, those of every second resource where they are today. */
export function withOldScopes(request: Buffer): Buffer {
  const writer = protobuf.Writer.create();
  const resources = new WireCursor(request);
  for (let number = 0; resources.next(FIRST); number++) {
    writer.uint32(FIRST).fork();
    const fields = new WireCursor(request, resources.start, resources.position);
    while (!fields.done) {
      const tag = fields.tag();
      const length = fields.bytes();
      writer
        .uint32(tag === SECOND && number % 2 === 0 ? OLD_SCOPES : tag)
        .bytes(request.subarray(fields.position - length, fields.position));
    }
    writer.ldelim();
  }
  return Buffer.from(writer.finish());
}
