import { expect, test } from 'vitest';
import { changeRaw } from '../testing/damage.ts';
import { copyOfWhole, expectWhole, findings, LOGS, makeWhole, mend, SPANS } from '../testing/doctor-data.ts';
import { spanIdOf } from '../testing/otlp.ts';

makeWhole();

test.for([
  ['the wire type of its first field', (raw: Buffer) => raw.writeUInt8(raw[0]! ^ 4, 0)],
  ['the wire type of its trace id, to one that can be passed over', (raw: Buffer) => raw.writeUInt8(8, 0)],
  ['the length of a value', (raw: Buffer) => raw.writeUInt8(0x7f, raw.indexOf('chat') - 1)],
] as const)(
  'a span that can be unpacked but not read for %s is found, and keeps its row',
  async ([, change]) => {
    const dataDir = copyOfWhole();
    changeRaw(dataDir, spanIdOf(20), change);
    const found = await findings(dataDir);
    expect(found['database']).toMatch(/^ok: /);
    expect(found['totals']).toMatch(/^BAD: 1 pieces of content that can not be read, chunk \d+ for one$/);
    expect(mend(dataDir)).toMatchObject({ spans: SPANS, withoutContent: 1, logs: LOGS, unusable: 0 });
    await expectWhole(dataDir, SPANS);
  },
);
