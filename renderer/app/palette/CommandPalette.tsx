import { useState } from 'react';
import { Dialog } from '../../ui/controls/Dialog.tsx';
import { Kbd } from '../../ui/controls/Kbd.tsx';
import { OptionList } from '../../ui/controls/OptionList.tsx';
import { useCommands } from './use-commands.tsx';

type Props = {
  readonly project: string;
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
};

/** One field for everything: pages, recent traces, an id to jump to, and what can be done. */
export function CommandPalette({ project, onClose, onShortcuts }: Props) {
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const { options, problem } = useCommands({ project, text, onClose, onShortcuts, onRefused: setRefused });
  const said = refused ?? problem;
  return (
    <Dialog
      label="Command palette"
      onClose={onClose}
      className="mt-[12vh] w-150 max-w-[calc(100vw-32px)] overflow-hidden"
    >
      <OptionList
        size="large"
        label="Search or jump to an id"
        placeholder="Search, paste an id, or do something"
        text={text}
        onText={(typed) => {
          setRefused(null);
          setText(typed);
        }}
        options={options}
        nothing="Nothing is called that."
      />
      {said !== null && (
        <p role="alert" className="border-t border-line px-4 py-2 text-sm text-error">
          {said}
        </p>
      )}
      <p className="flex items-center gap-1.5 border-t border-line bg-surface px-4 py-1.5 text-xs text-ink-3">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> to choose <Kbd>↵</Kbd> to take <Kbd>Esc</Kbd> to close
      </p>
    </Dialog>
  );
}
