/** A square PNG and the length of its side in pixels. */
export interface Picture {
  readonly size: number;
  readonly png: Buffer;
}

const ICO_HEADER_BYTES = 6;
const ICO_ENTRY_BYTES = 16;

/** A Windows icon whose pictures are PNGs, which Windows reads since Vista. At most 256 px each. */
export function icoOf(pictures: readonly Picture[]): Buffer {
  const header = Buffer.alloc(ICO_HEADER_BYTES + ICO_ENTRY_BYTES * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  pictures.forEach(({ size, png }, index) => {
    if (size > 256) throw new RangeError(`a picture of ${size} px does not fit into an .ico`);
    const entry = ICO_HEADER_BYTES + ICO_ENTRY_BYTES * index;
    // 0 stands for 256.
    header.writeUInt8(size % 256, entry);
    header.writeUInt8(size % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

/** The types of a macOS icon that hold a PNG; a size may have two: one as it is, one for a screen of twice the density. */
const ICNS_TYPES: readonly (readonly [type: string, size: number])[] = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

export const ICNS_SIZES: readonly number[] = [...new Set(ICNS_TYPES.map(([, size]) => size))];

/** A macOS icon. Needs a picture of each of ICNS_SIZES. */
export function icnsOf(pictures: readonly Picture[]): Buffer {
  const chunks = ICNS_TYPES.map(([type, size]) => {
    const picture = pictures.find((candidate) => candidate.size === size);
    if (!picture) throw new RangeError(`an .icns needs a picture of ${size} px`);
    return chunk(type, picture.png);
  });
  return chunk('icns', Buffer.concat(chunks));
}

function chunk(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32BE(header.length + content.length, 4);
  return Buffer.concat([header, content]);
}
