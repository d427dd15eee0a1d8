/** What is folded, told in little: whether most is, and the ids of the exceptions. */
export type Folds = { readonly isMost: boolean; readonly others: readonly string[] };

export const NONE_FOLDED: Folds = { isMost: false, others: [] };
export const ALL_FOLDED: Folds = { isMost: true, others: [] };

export const isFolded = ({ isMost, others }: Folds, id: string): boolean => isMost !== others.includes(id);

/** The folds with these folded, or unfolded. */
export function withFolded(folds: Folds, ids: readonly string[], isToFold: boolean): Folds {
  const changed = new Set(ids);
  const rest = folds.others.filter((id) => !changed.has(id));
  return { ...folds, others: isToFold === folds.isMost ? rest : [...rest, ...changed] };
}
