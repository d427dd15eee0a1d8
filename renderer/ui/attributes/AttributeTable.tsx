import { memo, useMemo, type ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { parseJsonText } from '../../lib/text.ts';
import { AttributeMenu } from './AttributeMenu.tsx';
import { listAttributes, searchAttributes, type Attribute } from './attributes.ts';
import { CopyButton } from '../controls/CopyButton.tsx';
import { CutText } from '../text/CutText.tsx';
import { DottedName } from './DottedName.tsx';
import { JsonTree } from '../text/JsonTree.tsx';
import { ShowMore, useLimit } from '../text/ShowMore.tsx';

type Props = {
  readonly title: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Only those are listed that contain it. */
  readonly search?: string;
  /** Stands in place of the table where there are none; nothing, unless given. */
  readonly whenNone?: ReactNode;
  /** Whose spans and traces a press on a key leads to; absent where lists know nothing of these attributes. */
  readonly filterIn?: string;
};

/**
 * Attributes under a heading, in order of their keys. JSON texts unfold, the copy button gives the value as it was sent, a
 * press on a key offers the spans and traces that have it too. A search goes over all, though of many only the first are
 * drawn.
 */
export function AttributeTable(props: Props) {
  const { title, attributes, search = '', whenNone = null, filterIn } = props;
  const all = useMemo(() => listAttributes(attributes), [attributes]);
  const rows = useMemo(() => searchAttributes(all, search), [all, search]);
  const [limit, showMore] = useLimit();
  if (rows.length === 0) return whenNone;
  return (
    <section className="px-4 pt-2.5 pb-1">
      <h3 className="text-xs font-semibold text-ink-3">
        {title} <span className="num font-normal">{formatCount(rows.length)}</span>
      </h3>
      <table className="num w-full table-fixed text-sm">
        <caption className="sr-only">{title} attributes</caption>
        <colgroup>
          <col className="w-[38%]" />
          <col />
          <col className="w-7" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Value</th>
            <th scope="col">Copy</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, limit).map((row) => (
            <AttributeRow key={row.key} attribute={row} filterIn={filterIn} isSearched={search !== ''} />
          ))}
        </tbody>
      </table>
      <ShowMore left={rows.length - limit} onClick={showMore} className="my-1" />
    </section>
  );
}

/** Characters of a text: more would push the attributes below it out of sight. */
const MOST_OF_TEXT = 2000;

type RowProps = {
  readonly attribute: Attribute;
  readonly filterIn: string | undefined;
  /** What was searched for may stand anywhere in its value. */
  readonly isSearched: boolean;
};

const AttributeRow = memo(function AttributeRow({ attribute, filterIn, isSearched }: RowProps) {
  return (
    <tr className="group border-b border-line/60 align-top last:border-0 hover:bg-hover">
      <th scope="row" className="py-1 pr-3 text-left font-normal wrap-anywhere text-ink-2">
        {filterIn === undefined ? (
          <DottedName name={attribute.key} />
        ) : (
          <AttributeMenu project={filterIn} attribute={attribute}>
            <DottedName name={attribute.key} />
          </AttributeMenu>
        )}
      </th>
      <td className="min-w-0 py-1 font-mono wrap-anywhere">
        <AttributeValue value={attribute.value} mostOfText={isSearched ? undefined : MOST_OF_TEXT} />
      </td>
      <td className="text-right opacity-0 group-hover:opacity-100 focus-within:opacity-100 no-hover:opacity-100">
        <CopyButton text={attribute.text} label={`Copy ${attribute.key}`} small />
      </td>
    </tr>
  );
});

type ValueProps = { readonly value: unknown; readonly mostOfText: number | undefined };

function AttributeValue({ value, mostOfText }: ValueProps) {
  const json = useMemo(() => (typeof value === 'string' ? parseJsonText(value) : undefined), [value]);
  if (json !== undefined) return <JsonTree value={json} />;
  if (typeof value === 'string') return <CutText text={value} limit={mostOfText} />;
  return <JsonTree value={value} />;
}
