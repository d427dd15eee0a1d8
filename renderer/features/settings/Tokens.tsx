import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Token } from '../../../collector/contract/tokens.ts';
import { tokensQuery } from '../../api/queries.ts';
import { ownTokenId } from '../../api/token.ts';
import { createToken, revokeToken } from '../../api/tokens.ts';
import { desktop } from '../../lib/desktop.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ConfirmDialog } from '../../ui/controls/ConfirmDialog.tsx';
import { Snippet } from '../../ui/text/Snippet.tsx';
import { EmptyState, ErrorState } from '../../ui/notices/States.tsx';
import { TokenForm } from './TokenForm.tsx';
import { TokenTable } from './TokenTable.tsx';

const OF_THIS_PAGE = ' This page uses it: you will be asked to sign in again.';
const OF_THE_WINDOW = ' This window uses it, and goes on with another one that it makes itself.';

/** The tokens that count, to make one and to revoke them. */
export function Tokens() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(tokensQuery);
  const onSettled = () => client.invalidateQueries({ queryKey: tokensQuery.queryKey });
  // Forgotten with the page: nothing else keeps a token.
  const creation = useMutation({ mutationFn: createToken, onSettled, gcTime: 0 });
  const revocation = useMutation({ mutationFn: revokeToken, onSettled });
  const ofTheWindow = useWindowTokenId();
  const ownId = ofTheWindow ?? ownTokenId();
  const [revoking, setRevoking] = useState<Token | null>(null);
  const made = creation.data;
  return (
    <>
      {data !== undefined && data.data.length > 0 && (
        <TokenTable tokens={data.data} ownId={ownId} isBusy={revocation.isPending} onRevoke={setRevoking} />
      )}
      {data !== undefined && data.data.length === 0 && (
        <div className="rounded-md border border-line">
          <EmptyState title="There is no token">
            <p>Make one for each program that sends or reads, so that each can be revoked by itself.</p>
          </EmptyState>
        </div>
      )}
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && (
        <ErrorState title="The tokens could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {revocation.error !== null && <Problem text={revocation.error.message} />}
      {made === undefined ? (
        <TokenForm isBusy={creation.isPending} onCreate={creation.mutate} />
      ) : (
        <section
          aria-label="The new token"
          className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-md border border-line bg-accent-soft px-3 py-2.5"
        >
          <p role="status" className="text-sm">
            {made.name === null ? 'The token is made.' : `The token “${made.name}” is made.`} Copy it now: it
            is shown this once and kept nowhere.
          </p>
          <Snippet label="the token" text={made.token} />
          <div>
            <Button onClick={creation.reset}>Done</Button>
          </div>
        </section>
      )}
      {creation.error !== null && <Problem text={creation.error.message} />}
      {revoking !== null && (
        <ConfirmDialog
          title={`Revoke ${revoking.name === null ? `the token ${revoking.id}` : `“${revoking.name}”`}?`}
          action="Revoke"
          onConfirm={() => revocation.mutate(revoking.id)}
          onClose={() => setRevoking(null)}
        >
          Whoever uses it is refused within a second, and its open streams end. It can&rsquo;t be brought
          back.
          {revoking.id === ownId && (ofTheWindow === null ? OF_THIS_PAGE : OF_THE_WINDOW)}
        </ConfirmDialog>
      )}
    </>
  );
}

/** In the desktop window, the id of the token that is sent in the place of the page's own; null elsewhere. */
function useWindowTokenId(): string | null {
  const bridge = desktop();
  const { data = null } = useQuery({
    // After each change of the list it is another one, maybe.
    queryKey: [...tokensQuery.queryKey, 'of the window'],
    queryFn: () => bridge?.windowTokenId() ?? null,
    enabled: bridge !== null,
    staleTime: 0,
  });
  return data;
}

function Problem({ text }: { readonly text: string }) {
  return (
    <p role="alert" className="text-sm wrap-anywhere text-error">
      {text}
    </p>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the tokens" className="loading grid gap-2">
      {[60, 48].map((width) => (
        <span key={width} className="skeleton block h-6" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
