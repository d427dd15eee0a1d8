/** What the doctor found of one thing, in lines for a person. */
export interface Finding {
  readonly name: string;
  readonly isGood: boolean;
  readonly lines: readonly string[];
}
