import { formatCount, formatShort, plural } from '../../../lib/format.ts';
import { spanLabels } from '../../../lib/span-labels.ts';
import { countBelow, type SpanNode } from '../../../lib/span-tree.ts';
import { classNames } from '../../../ui/class-names.ts';
import { SpanIcon } from '../../../ui/traces/SpanIcon.tsx';

type Props = {
  readonly node: SpanNode;
  /** False where they would take the room of names (tree-layout.ts). */
  readonly hasTokens: boolean;
  readonly isFolded: boolean;
  readonly isFound: boolean;
};

/** What is told with all its digits: names have little room beside more. */
const MOST_TOKENS = 99_999;

/** A row's left half: kind, name, model or tool, what is wrong with it, tokens. */
export function SpanName({ node, hasTokens, isFolded, isFound }: Props) {
  if (node.span === null) {
    return (
      <>
        <span
          className="truncate rounded-sm border border-dashed border-control px-1.5 text-ink-3"
          title={`Span ${node.id} has not arrived`}
        >
          parent not received
        </span>
        {isFolded && <HiddenCount node={node} />}
      </>
    );
  }
  const { name, detail } = spanLabels(node.span);
  return (
    <>
      <SpanIcon span={node.span} />
      {/* The detail gives way first, then the name; tokens and marks never. With no room for some letters it is left out: it
          stands in a second line, which is not seen. */}
      <span className="flex h-lh min-w-0 flex-wrap content-start gap-x-1.5 overflow-hidden">
        <span
          dir="auto"
          title={name}
          className={classNames(
            'max-w-full flex-none truncate',
            node.span.has_error && 'text-error',
            isFound && 'rounded-sm bg-warn-soft px-0.5 ring-1 ring-warn/50',
          )}
        >
          {name}
        </span>
        {detail !== null && (
          <span dir="auto" title={detail} className="max-w-max flex-[1_0_3rem] truncate text-ink-3">
            {detail}
          </span>
        )}
      </span>
      {node.isCycle && (
        <span
          className="flex-none rounded-sm border border-dashed border-warn px-1 text-xs text-warn"
          title="Its recorded parent is one of its own descendants"
        >
          cycle
        </span>
      )}
      {isFolded && <HiddenCount node={node} />}
      {node.hasErrorBelow && !node.span.has_error && (
        <span
          role="img"
          aria-label="Error below"
          title="Error below"
          className="size-1.5 flex-none rounded-full bg-error"
        />
      )}
      {hasTokens && node.tokens > 0 && (
        <span
          className="num ml-auto flex-none pl-1 text-xs text-ink-3"
          title={`${formatCount(node.tokens)} tokens`}
        >
          {formatShort(node.tokens, MOST_TOKENS)}
        </span>
      )}
    </>
  );
}

/** How many spans a folded row hides, red where one of them failed. */
function HiddenCount({ node }: { readonly node: SpanNode }) {
  const count = countBelow(node);
  return (
    <span
      title={`${plural(count, 'span')} below`}
      className={classNames('num flex-none text-xs', node.hasErrorBelow ? 'text-error' : 'text-ink-3')}
    >
      +{formatCount(count)}
    </span>
  );
}
