/** JSON.parse that keeps integers beyond 2^53 as bigint, with all their digits; doubles beyond what SQLite holds as integer. */
export const parseWithAllDigits = (text: string): unknown => JSON.parse(text, keepDigits);

/** The third argument is newer than the standard library's types. */
function keepDigits(_key: string, value: unknown, ...[context]: unknown[]): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const { source } = context as { source: string };
  if (!/^-?\d+$/.test(source)) return value;
  const integer = BigInt(source);
  return BigInt.asIntN(64, integer) === integer ? integer : value;
}
