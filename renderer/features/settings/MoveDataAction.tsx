import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Bridge } from '../../../electron/contract/bridge.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ConfirmDialog } from '../../ui/controls/ConfirmDialog.tsx';
import { ActionFrame } from './ActionFrame.tsx';

type Props = { readonly bridge: Bridge; readonly folder: string };

/** Moves all data elsewhere; how far it is stands above the page. */
export function MoveDataAction({ bridge, folder }: Props) {
  const [target, setTarget] = useState<string | null>(null);
  const choose = useMutation({ mutationFn: () => bridge.chooseFolder(), onSuccess: setTarget });
  const move = useMutation({ mutationFn: (to: string) => bridge.moveData(to) });
  return (
    <ActionFrame
      title="Data directory"
      hint={<code className="font-mono text-xs">{folder}</code>}
      outcome={move.isPending ? 'Moving …' : null}
      error={move.error ?? choose.error}
    >
      <Button disabled={move.isPending} onClick={() => choose.mutate()}>
        Move…
      </Button>
      {target !== null && (
        <ConfirmDialog
          title="Move all data?"
          action="Move"
          onConfirm={() => move.mutate(target)}
          onClose={() => setTarget(null)}
        >
          Everything that Tracedeck has stored goes to <code className="font-mono">{target}</code>. Nothing is
          received meanwhile, exporters try again; then Tracedeck starts again from there.
        </ConfirmDialog>
      )}
    </ActionFrame>
  );
}
