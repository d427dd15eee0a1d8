import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { Menu, MenuItem } from '../controls/Menu.tsx';

export type MenuChoice = { readonly label: string; readonly hint?: string; readonly onPick: () => void };

type Props = {
  readonly children: ReactNode;
  readonly items: readonly MenuChoice[];
};

/** A button that offers a few things to do. */
export function MenuButton({ children, items }: Props) {
  return (
    <Menu
      trigger={
        <Button className="h-6! whitespace-nowrap">
          {children} <ChevronDown size={12} aria-hidden className="text-ink-3" />
        </Button>
      }
    >
      {items.map(({ label, hint, onPick }) => (
        <MenuItem key={label} hint={hint} onSelect={onPick}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
