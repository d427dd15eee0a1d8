import { isInRestOnly } from '../../lib/find-text.ts';
import { formatCount } from '../../lib/format.ts';
import { cutText } from '../../lib/text.ts';
import { useUnfolded } from './sought.ts';
import { TextBlocks } from './TextBlocks.tsx';

type Props = {
  readonly text: string;
  /** Characters that are shown at first; some thousands unless given. */
  readonly limit?: number | undefined;
  readonly className?: string;
  /** Runs from the left, whatever is written in it. */
  readonly isCode?: boolean;
};

/** Text as it is, line breaks kept; a very long one is cut, with a button for the rest. */
export function CutText({ text, limit, className = '', isCode = false }: Props) {
  const cut = cutText(text, limit);
  const [whole, setWhole] = useUnfolded(false, (words) => isInRestOnly(text, cut.shown, words));
  const { shown, hidden } = whole ? { shown: text, hidden: 0 } : cut;
  return (
    <>
      <div dir={isCode ? 'ltr' : 'auto'} className={`wrap-anywhere whitespace-pre-wrap ${className}`}>
        <TextBlocks text={shown} />
      </div>
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
