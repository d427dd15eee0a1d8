/** Ways to tell rows by one name apart, the likeliest to help first; the last one always does. */
export type Ways<Row> = readonly ((row: Row) => string)[];

export type ToldApart = {
  readonly name: string;
  /** Null where no other row has the name. */
  readonly apart: string | null;
};

/** Names of rows in their order, and of those that several have what tells their rows apart: by the first way in which all differ. */
export function tellApart<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  ways: Ways<Row>,
): readonly ToldApart[] {
  const byName = Map.groupBy(rows, nameOf);
  const wayOf = new Map(
    Array.from(byName, ([name, same]) => [name, same.length === 1 ? undefined : wayFor(same, ways)]),
  );
  return rows.map((row) => {
    const name = nameOf(row);
    return { name, apart: wayOf.get(name)?.(row) ?? null };
  });
}

function wayFor<Row>(rows: readonly Row[], ways: Ways<Row>): Ways<Row>[number] | undefined {
  return ways.find((way) => new Set(rows.map(way)).size === rows.length) ?? ways.at(-1);
}
