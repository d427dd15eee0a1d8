import { Check } from 'lucide-react';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export type Option = {
  readonly id: string;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  /** What stands at the right end: a count, a shortcut. */
  readonly hint?: ReactNode;
  /** Options of one group follow each other under its name. */
  readonly group?: string;
  /** Present where options are switched on and off. */
  readonly isOn?: boolean;
  readonly onPick: () => void;
};

type Props = {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly options: readonly Option[];
  readonly nothing: ReactNode;
  readonly size?: 'small' | 'large';
  /** Before the text, such as the field whose values are listed. */
  readonly prefix?: ReactNode;
  /** Called for Backspace in an empty text. */
  readonly onBack?: () => void;
};

type Chosen = { readonly index: number; readonly id: string | undefined };

/** Where the chosen option is now that others may have come or gone; the first where none was chosen. */
function placeOf(chosen: Chosen | null, options: readonly Option[]): number {
  if (chosen === null) return 0;
  const index = options.findIndex(({ id }) => id === chosen.id);
  return index === -1 ? Math.min(chosen.index, Math.max(0, options.length - 1)) : index;
}

/** A text with the options that it narrows down: typed to find, walked with the arrows, taken with Enter. */
export function OptionList(props: Props) {
  const { label, text, options, size = 'small' } = props;
  const id = useId();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const at = placeOf(chosen, options);
  const choose = (index: number): void => setChosen({ index, id: options[index]?.id });
  const move = (index: number): void => {
    const next = (index + options.length) % Math.max(1, options.length);
    choose(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'Enter') options[at]?.onPick();
    else if (event.key === 'Backspace' && text === '' && props.onBack !== undefined) props.onBack();
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex min-h-0 flex-col">
      <div
        className={classNames(
          'flex flex-none items-center gap-1.5 border-b border-line',
          size === 'large' ? 'h-11 px-4' : 'h-8.5 px-2.5',
        )}
      >
        {props.prefix}
        <input
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={options.length === 0 ? undefined : `${id}-${at}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          // A menu that opened to be typed into.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          placeholder={props.placeholder}
          value={text}
          onChange={(event) => {
            setChosen(null);
            props.onText(event.target.value);
          }}
          onKeyDown={onKeyDown}
          className={classNames(
            'h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3',
            size === 'large' ? 'text-lg' : 'text-sm',
          )}
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        tabIndex={-1}
        className={classNames('overflow-y-auto p-1', size === 'large' ? 'max-h-[60vh]' : 'max-h-80')}
      >
        {groupsOf(options).map(({ name, members }) => (
          <div key={name ?? ''} role="group" aria-label={name ?? label}>
            {name !== undefined && (
              <div aria-hidden className="px-2 pt-1.5 pb-0.5 text-xs text-ink-3">
                {name}
              </div>
            )}
            {members.map(({ option, index }) => (
              <OptionRow
                key={option.id}
                id={`${id}-${index}`}
                option={option}
                isChosen={index === at}
                isLarge={size === 'large'}
                onPoint={() => choose(index)}
              />
            ))}
          </div>
        ))}
      </div>
      {options.length === 0 && <p className="px-3 pb-3 text-sm text-ink-3">{props.nothing}</p>}
    </div>
  );
}

type RowProps = {
  readonly id: string;
  readonly option: Option;
  readonly isChosen: boolean;
  readonly isLarge: boolean;
  readonly onPoint: () => void;
};

function OptionRow({ id, option, isChosen, isLarge, onPoint }: RowProps) {
  return (
    // Keys are the text field's, which names the option at hand.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-checked={option.isOn}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={isChosen ? undefined : onPoint}
      onClick={option.onPick}
      className={classNames(
        'flex min-w-0 cursor-pointer items-center gap-2 rounded-sm px-2',
        isLarge ? 'h-8' : 'h-7',
        isChosen && 'bg-selected',
      )}
    >
      {option.isOn !== undefined && (
        <span aria-hidden className="grid size-3.5 flex-none place-items-center text-accent">
          {option.isOn && <Check size={13} />}
        </span>
      )}
      {option.icon !== undefined && <span className="flex-none text-ink-3">{option.icon}</span>}
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {option.label}
      </span>
      {option.hint !== undefined && (
        <span className="num max-w-1/2 flex-none truncate pl-3 text-xs text-ink-3">{option.hint}</span>
      )}
    </div>
  );
}

type Group = {
  readonly name: string | undefined;
  readonly members: { readonly option: Option; readonly index: number }[];
};

function groupsOf(options: readonly Option[]): Group[] {
  const groups: Group[] = [];
  options.forEach((option, index) => {
    const last = groups.at(-1);
    if (last !== undefined && last.name === option.group) last.members.push({ option, index });
    else groups.push({ name: option.group, members: [{ option, index }] });
  });
  return groups;
}
