/** So many of the first bytes tell one of these kinds of files. */
export const KIND_BYTES = 263;

const ARCHIVE = 'import the files in it';

/** What begins so is no OTLP, in any of its forms: a message's first tag is that of its first resource. */
const KINDS: readonly (readonly [start: RegExp, reason: string])[] = [
  [
    /^(?:fffe[0-7].00|feff00)/,
    'is UTF-16 text, which Windows PowerShell makes of what > redirects: OTLP JSON is UTF-8, as "tracedeck export -o" writes it',
  ],
  [/^504b0304/, `is a ZIP archive: ${ARCHIVE}`],
  [/^377abcaf271c/, `is a 7z archive: ${ARCHIVE}`],
  // Numbers in octal digits before the mark, which a text of OTLP may have there too.
  [/^.{200}(?:3[0-7]|20|00){16}.{282}7573746172(?:00|20)/, `is a tar archive: ${ARCHIVE}`],
  [/^425a683/, 'is compressed with bzip2, and only gzip and zstd are unpacked'],
  [/^fd377a585a00/, 'is compressed with xz, and only gzip and zstd are unpacked'],
];

/** Why a file that begins so can't be read, where it is of a kind that people take for one that can. */
export function whyOtherKind(start: Buffer): string | undefined {
  const digits = start.toString('hex', 0, KIND_BYTES);
  return KINDS.find(([pattern]) => pattern.test(digits))?.[1];
}
