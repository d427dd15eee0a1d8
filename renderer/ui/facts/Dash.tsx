/** Stands for a value that there is none of. */
export function Dash() {
  return <span className="text-ink-3">–</span>;
}
