import { useMemo } from 'react';
import { showHidden } from '../lib/text.ts';
import { estimateLines, inBlocks } from './text-blocks.ts';

export type PlainTextProps = {
  readonly text: string;
  readonly className?: string;
  /** Runs from the left, whatever is written in it. */
  readonly isCode?: boolean;
};

/** Text as it is, line breaks kept. Of megabytes the browser lays out only the blocks that come near the window. */
export function PlainText({ text, className = '', isCode = false }: PlainTextProps) {
  const blocks = useMemo(() => inBlocks(text), [text]);
  return (
    <div dir={isCode ? 'ltr' : 'auto'} className={`wrap-anywhere whitespace-pre-wrap ${className}`}>
      {blocks.length === 1
        ? showHidden(text)
        : blocks.map((block, index) => (
            // In a line, so that copying takes them without a line break between.
            <span
              key={index}
              className="inline-block w-full align-top [content-visibility:auto]"
              style={{ containIntrinsicHeight: `auto ${estimateLines(block)}lh` }}
            >
              {showHidden(block)}
            </span>
          ))}
    </div>
  );
}
