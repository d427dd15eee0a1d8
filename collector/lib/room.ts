/** The memory that a body may take while it is read, out of what all requests share. */
export interface Room {
  /** Says how many bytes are held for the body now, packed and unpacked. Throws the ApiError that refuses it where that is too much. */
  has(bytes: number): void;
  /** Says that none are held any more. May be called twice. */
  free(): void;
  /** A buffer of that size, not cleared; good until it is taken back or stored. */
  lend(bytes: number): Buffer<ArrayBuffer>;
  /** Takes the memory of bytes that nobody uses any more, if it was lent or is theirs alone. */
  takeBack(bytes: Buffer): void;
}
