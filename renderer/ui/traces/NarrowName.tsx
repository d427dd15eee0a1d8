import { nameLabels } from '../../lib/span-labels.ts';

/** The name of a trace or a span where it may be cut: what tells it from others first. The whole is for a title. */
export function NarrowName({ name: recorded }: { readonly name: string }) {
  const { name, detail } = nameLabels(recorded);
  return (
    <>
      {name}
      {detail !== null && <span className="font-normal text-ink-3"> {detail}</span>}
    </>
  );
}
