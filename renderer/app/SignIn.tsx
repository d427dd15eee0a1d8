import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState, type ReactNode, type SubmitEvent } from 'react';
import { adoptTokenFromAddress, keepToken, readPastedToken } from '../api/token.ts';
import { projectsQuery } from '../api/queries.ts';
import { BrandMark } from '../ui/Brand.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { useTitle } from '../ui/panels/use-title.ts';
import { refusalOf, useRefusal, type Access, type Refusal } from './access.ts';

const REASONS: Readonly<Record<Refusal, string>> = {
  AUTH_REQUIRED: 'This collector answers only those who have a token.',
  TOKEN_EXPIRED: 'The token of this tab has expired.',
  TOKEN_INVALID: 'The token of this tab does not count: it was revoked, or belongs to another collector.',
};

/** Shows the screens, or in their place the way in while the collector refuses to answer. */
export function SignInGate({ access, children }: { readonly access: Access; readonly children: ReactNode }) {
  const refusal = useRefusal(access);
  return refusal === null ? children : <SignIn access={access} refusal={refusal} />;
}

function SignIn({ access, refusal }: { readonly access: Access; readonly refusal: Refusal }) {
  const client = useQueryClient();
  const field = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  useTitle('Sign in');
  const attempt = useMutation({
    // Asks for something that wants a token: what this page remembers was read with another one.
    mutationFn: async () => {
      client.removeQueries();
      await client.fetchQuery({ ...projectsQuery, retry: false, staleTime: 0 });
    },
    onSuccess: () => access.admit(),
    onError: (error) => setProblem(refusalOf(error) === null ? error.message : rejected(error)),
  });
  const onLink = useEffectEvent(() => {
    if (adoptTokenFromAddress()) attempt.mutate();
  });
  useEffect(() => {
    const listener = (): void => onLink();
    window.addEventListener('hashchange', listener);
    return () => window.removeEventListener('hashchange', listener);
  }, []);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const token = readPastedToken(text);
    if (token === null) return setProblem('This is neither a token nor a sign-in link.');
    setProblem(null);
    keepToken(token);
    attempt.mutate();
  };
  return (
    <main className="grid h-full place-items-center overflow-auto p-6">
      <form onSubmit={onSubmit} className="w-full max-w-md">
        <div className="mb-4 grid size-11 place-items-center rounded-lg border border-line bg-surface">
          <BrandMark />
        </div>
        <h1 className="text-xl font-semibold tracking-[-0.015em]">Sign in to Tracedeck</h1>
        <p className="mt-1 text-ink-2">{REASONS[refusal]}</p>
        <label htmlFor={field} className="mt-4 mb-1 block text-sm font-medium text-ink-2">
          Token or sign-in link
        </label>
        <input
          id={field}
          type="password"
          autoComplete="off"
          spellCheck={false}
          // The only thing to do on this page.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-invalid={problem !== null}
          aria-describedby={`${field}-help`}
          className="h-8 w-full rounded-md border border-control bg-bg px-2.5 font-mono text-sm"
        />
        {problem !== null && (
          <p role="alert" className="mt-1.5 text-sm text-error">
            {problem}
          </p>
        )}
        <Button
          type="submit"
          disabled={attempt.isPending || text.trim() === ''}
          className="mt-3 h-8 border-accent! bg-accent! text-on-accent!"
        >
          <KeyRound size={13} aria-hidden /> {attempt.isPending ? 'Signing in' : 'Sign in'}
        </Button>
        <p id={`${field}-help`} className="mt-5 border-t border-line pt-3 text-sm text-ink-2">
          Open the link that <code className="font-mono">tracedeck serve</code> printed when it started, or
          make a token on the collector's machine with{' '}
          <code className="font-mono">tracedeck token create</code>. It is kept for this tab only.
        </p>
      </form>
    </main>
  );
}

function rejected(error: Error): string {
  return refusalOf(error) === 'TOKEN_EXPIRED'
    ? 'This token has expired too. Make a new one.'
    : 'The collector does not accept this token.';
}
