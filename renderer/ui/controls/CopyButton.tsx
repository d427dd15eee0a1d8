import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../../lib/clipboard.ts';
import { showHidden } from '../../lib/text.ts';
import { Button, IconButton } from './Button.tsx';

type Props = {
  readonly text: string | (() => string);
  readonly label: string;
  /** What the label has no room for. */
  readonly title?: string;
  readonly small?: boolean;
};

/** Copies text to the clipboard and says so for a moment. `small`: the icon alone. */
export function CopyButton({ text, label, title, small = false }: Props) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), 1600);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (): void => {
    copyText(typeof text === 'string' ? text : text()).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  const Icon = state === 'copied' ? Check : Copy;
  const said = { ready: showHidden(label), copied: 'Copied', failed: 'Copying was refused' }[state];
  if (small) {
    return (
      <IconButton label={said} onClick={copy}>
        <Icon size={13} aria-hidden className={state === 'copied' ? 'text-ok' : ''} />
      </IconButton>
    );
  }
  return (
    <Button onClick={copy} title={title} aria-live="polite">
      <Icon size={13} aria-hidden className={state === 'copied' ? 'text-ok' : 'text-ink-3'} />
      {said}
    </Button>
  );
}
