import { Component, lazy, memo, Suspense, useMemo, type ReactNode } from 'react';
import { isInRestOnly } from '../../lib/find-text.ts';
import { cutText, parseJsonText, showHidden } from '../../lib/text.ts';
import { CutText, ShowAll } from '../text/CutText.tsx';
import { JsonTree } from '../text/JsonTree.tsx';
import { TextBlocks } from '../text/TextBlocks.tsx';
import { useUnfolded } from '../text/sought.ts';
import { isMarkdown } from './is-markdown.ts';

const Markdown = lazy(() => import('../text/Markdown.tsx').then((module) => ({ default: module.Markdown })));

/** A message's text: JSON as a folding tree, Markdown rendered, or as it came when `isPlain`. */
export function TextContent({ text, isPlain }: { readonly text: string; readonly isPlain: boolean }) {
  const json = useMemo(() => (isPlain ? undefined : parseJsonText(text)), [text, isPlain]);
  if (isPlain) return <CutText text={text} className="font-mono text-sm text-ink-2" />;
  if (json !== undefined) {
    return (
      <div className="font-mono text-sm leading-5">
        <JsonTree value={json} isOpen />
      </div>
    );
  }
  return isMarkdown(cutText(text).shown) ? <MarkdownText text={text} /> : <CutText text={text} />;
}

const MarkdownText = memo(function MarkdownText({ text }: { readonly text: string }) {
  const { shown: cut, hidden } = cutText(text);
  const [whole, setWhole] = useUnfolded(false, (words) => isInRestOnly(text, cut, words));
  const shown = showHidden(cut);
  const plainOf = (all: ReactNode) => (
    <div dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {all}
    </div>
  );
  // The rest of a very long text is shown as it is: rendering megabytes of Markdown would stop the window.
  if (whole) return plainOf(<TextBlocks text={text} />);
  const plain = plainOf(shown);
  return (
    <>
      <PlainOnError plain={plain}>
        <Suspense fallback={plain}>
          <Markdown text={shown} />
        </Suspense>
      </PlainOnError>
      {hidden > 0 && <ShowAll hidden={hidden} onClick={() => setWhole(true)} />}
    </>
  );
});

/** Text that the Markdown parser fails on (or whose parser can't be loaded) is still text. */
class PlainOnError extends Component<{ plain: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.plain : this.props.children;
  }
}
