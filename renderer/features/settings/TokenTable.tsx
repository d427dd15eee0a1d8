import type { Token } from '../../../collector/contract/tokens.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Pill } from '../../ui/controls/Pill.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';

type Props = {
  readonly tokens: readonly Token[];
  /** Of the token that this page sends. */
  readonly ownId: string | null;
  readonly isBusy: boolean;
  readonly onRevoke: (token: Token) => void;
};

const HEADINGS = ['Name', 'Made', 'Counts until'] as const;

export function TokenTable({ tokens, ownId, isBusy, onRevoke }: Props) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Tokens</caption>
      <thead>
        <tr className="border-b border-line text-left text-xs text-ink-3">
          {HEADINGS.map((heading) => (
            <th key={heading} scope="col" className="py-1 pr-4 font-normal">
              {heading}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id} className="border-b border-line/60">
            <th scope="row" className="py-1.5 pr-4 text-left font-normal">
              <span className="flex flex-wrap items-center gap-2">
                {token.name === null ? (
                  <span className="text-ink-3">no name</span>
                ) : (
                  <span className="font-medium wrap-anywhere">{token.name}</span>
                )}
                {token.id === ownId && <Pill tone="accent">this page</Pill>}
              </span>
              <code className="font-mono text-xs text-ink-3">{token.id}</code>
            </th>
            <td className="pr-4 text-ink-2">
              <RelativeTime iso={token.created} />
            </td>
            <td className="pr-4 text-ink-2">
              {token.expires === null ? 'it is revoked' : <RelativeTime iso={token.expires} />}{' '}
              {token.is_expired && <Pill tone="warn">expired</Pill>}
            </td>
            <td className="text-right">
              <Button
                disabled={isBusy}
                onClick={() => onRevoke(token)}
                aria-label={`Revoke ${token.name ?? token.id}`}
              >
                Revoke
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
