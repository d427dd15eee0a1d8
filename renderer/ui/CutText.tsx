import { isInRestOnly } from '../lib/find-text.ts';
import { formatCount } from '../lib/format.ts';
import { cutText } from '../lib/text.ts';
import { PlainText, type PlainTextProps } from './PlainText.tsx';
import { useUnfolded } from './sought.ts';

/** Text as it is, line breaks kept; a very long one is cut, with a button for the rest. */
export function CutText({ text, ...look }: PlainTextProps) {
  const cut = cutText(text);
  const [whole, setWhole] = useUnfolded(false, (words) => isInRestOnly(text, cut.shown, words));
  const { shown, hidden } = whole ? { shown: text, hidden: 0 } : cut;
  return (
    <>
      <PlainText text={shown} {...look} />
      {hidden > 0 && <ShowAll hidden={hidden} onClick={() => setWhole(true)} />}
    </>
  );
}

export function ShowAll({ hidden, onClick }: { readonly hidden: number; readonly onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className="mt-1 rounded-sm text-sm text-accent hover:underline">
      Show all ({formatCount(hidden)} more characters)
    </button>
  );
}
