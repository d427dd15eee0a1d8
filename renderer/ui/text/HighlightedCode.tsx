import { lazy, memo, Suspense } from 'react';

const Highlight = lazy(() => import('./Highlight.tsx').then((module) => ({ default: module.Highlight })));

/** Colouring more would hold up the window: with some grammars it takes four times as long for twice the text. */
const MOST_CHARACTERS = 5000;

/** Code in the colours of its language, plain until the highlighter is loaded and where it knows no such language. */
export const HighlightedCode = memo(function HighlightedCode({
  language,
  text,
}: {
  readonly language: string;
  readonly text: string;
}) {
  const plain = <code>{text}</code>;
  if (text.length > MOST_CHARACTERS) return plain;
  return (
    <Suspense fallback={plain}>
      <Highlight language={language} text={text} />
    </Suspense>
  );
});
