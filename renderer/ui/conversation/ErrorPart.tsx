import { plural } from '../../lib/format.ts';
import type { SpanError } from '../../lib/span-errors.ts';
import { countFrames, showHidden } from '../../lib/text.ts';
import { CutText } from '../text/CutText.tsx';
import { Fold } from '../text/Fold.tsx';

/** What went wrong: its name, its message, and the stack trace folded. */
export function ErrorPart({ part }: { readonly part: SpanError }) {
  return (
    <div className="min-w-0 rounded-md border border-error/60 bg-error-soft px-2.5 py-1.5 text-sm">
      {/* What says no more than a type has that for its message. */}
      {part.name !== null && part.name !== part.message && (
        <div dir="auto" className="font-semibold text-error">
          {showHidden(part.name)}
        </div>
      )}
      <CutText text={part.message} className="text-ink" />
      {part.stacktrace !== null && part.stacktrace.trim() !== '' && <StackTrace text={part.stacktrace} />}
    </div>
  );
}

function StackTrace({ text }: { readonly text: string }) {
  return (
    <Fold says={text} summary={`stack trace, ${plural(countFrames(text), 'frame')}`}>
      {() => (
        <pre
          tabIndex={0}
          aria-label="Stack trace"
          className="max-h-96 overflow-auto font-mono text-xs leading-4.5 whitespace-pre text-ink-2"
        >
          {showHidden(text)}
        </pre>
      )}
    </Fold>
  );
}
