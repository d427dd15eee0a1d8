import { useMemo } from 'react';
import { listAttributes } from '../lib/attributes.ts';
import { parseJsonText } from '../lib/text.ts';
import { CopyButton } from './CopyButton.tsx';
import { CutText } from './CutText.tsx';
import { JsonTree } from './JsonTree.tsx';

type Props = {
  readonly title: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** By key; else in their own order, as plain text. */
  readonly isSorted?: boolean;
};

/** Keys and values under a heading; JSON texts unfold. Nothing at all where there are none. */
export function AttributeList({ title, attributes, isSorted = true }: Props) {
  const rows = useMemo(
    () =>
      isSorted
        ? listAttributes(attributes, '')
        : Object.entries(attributes).map(([key, value]) => ({ key, value, text: String(value) })),
    [attributes, isSorted],
  );
  if (rows.length === 0) return null;
  return (
    <section className="px-4 pt-2.5 pb-1">
      <h3 className="mb-0.5 text-xs font-semibold text-ink-3">{title}</h3>
      <dl className="num text-sm">
        {rows.map(({ key, value, text }) => (
          <div
            key={key}
            className="group grid grid-cols-[minmax(96px,34%)_minmax(0,1fr)_24px] border-b border-line/60 last:border-0 hover:bg-hover"
          >
            <dt className="py-1 pr-3 wrap-anywhere text-ink-2">{key}</dt>
            <dd className={`min-w-0 py-1 wrap-anywhere ${isSorted ? 'font-mono' : ''}`}>
              <Value value={value} />
            </dd>
            <dd className="opacity-0 group-hover:opacity-100 focus-within:opacity-100">
              <CopyButton text={text} label={`Copy ${key}`} small />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Value({ value }: { readonly value: unknown }) {
  const json = useMemo(() => (typeof value === 'string' ? parseJsonText(value) : undefined), [value]);
  if (json !== undefined) return <JsonTree value={json} />;
  return typeof value === 'string' ? <CutText text={value} /> : <JsonTree value={value} />;
}
