import { CopyButton } from '../controls/CopyButton.tsx';

type Props = {
  readonly text: () => string;
  readonly label: string;
};

/**
 * Copies what an entry of a conversation says, in the corner of its nearest positioned element: over the text, so that it takes
 * no room. It shows while the entry is pointed at, once it has the focus, and to a finger when the entry is selected.
 */
export function CopyCorner({ text, label }: Props) {
  return (
    <div className="absolute top-0.5 right-0.5 rounded-sm bg-raised opacity-0 group-hover:opacity-100 focus-within:opacity-100 group-aria-[current=true]:opacity-100 no-hover:hidden no-hover:group-aria-[current=true]:block">
      <CopyButton text={text} label={label} small />
    </div>
  );
}
