import { useMemo } from 'react';
import { showHidden } from '../../lib/text.ts';
import { estimateLines, inBlocks } from './text-blocks.ts';

/** A text to stand in an element that keeps line breaks. Of megabytes the browser lays out only blocks near the window. */
export function TextBlocks({ text }: { readonly text: string }) {
  const blocks = useMemo(() => inBlocks(text), [text]);
  if (blocks.length === 1) return showHidden(text);
  return blocks.map((block, index) => (
    // In a line, so that copying takes them without a line break between.
    <span
      key={index}
      className="inline-block w-full align-top [content-visibility:auto]"
      style={{ containIntrinsicHeight: `auto ${estimateLines(block)}lh` }}
    >
      {showHidden(block)}
    </span>
  ));
}
