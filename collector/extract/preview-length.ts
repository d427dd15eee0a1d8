/** Characters of a span's or a log record's preview. */
export const PREVIEW_LENGTH = 200;
