import type { Option } from '../../ui/controls/OptionList.tsx';

export type PaletteOptions = {
  readonly project: string;
  readonly text: string;
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
  /** Something could not be done: the palette stays open and says so. */
  readonly onRefused: (why: string) => void;
};

/** An option with the words that it is found by. */
export type Command = { readonly words: string; readonly option: Option };
