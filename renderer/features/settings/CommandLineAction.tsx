import { useMutation, useQuery } from '@tanstack/react-query';
import type { Bridge } from '../../../electron/contract/bridge.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ActionFrame } from './ActionFrame.tsx';

/** Puts `tracedeck` on the PATH, with what that does shown first. */
export function CommandLineAction({ bridge }: { readonly bridge: Bridge }) {
  const { data: plan } = useQuery({
    queryKey: ['desktop-command-line'],
    queryFn: () => bridge.commandLinePlan(),
  });
  const install = useMutation({ mutationFn: () => bridge.installCommandLine() });
  return (
    <ActionFrame
      title="Command line"
      hint={
        plan?.reason ?? (
          <ul>
            {plan?.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        )
      }
      outcome={install.data}
      error={install.error}
    >
      {plan !== undefined && plan.reason === null && (
        <Button disabled={install.isPending} onClick={() => install.mutate()}>
          Put tracedeck on the PATH
        </Button>
      )}
    </ActionFrame>
  );
}
