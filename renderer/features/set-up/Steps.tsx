import { ExternalLink } from 'lucide-react';
import { Snippet } from '../../ui/text/Snippet.tsx';

/** One thing to paste, and where. */
type Step = { readonly title: string; readonly text: string };

type Props = {
  /** The language or program that they are for. */
  readonly name: string;
  readonly steps: readonly Step[];
  readonly documentation?: string | undefined;
  readonly note?: string | undefined;
};

/** What to paste for one language or program, in the order in which it is done. */
export function Steps({ name, steps, documentation, note }: Props) {
  return (
    <section aria-label={name} className="grid grid-cols-1 gap-2.5">
      <div className="flex items-baseline justify-between gap-2 border-b border-line pb-1">
        <h3 className="font-semibold">{name}</h3>
        {documentation !== undefined && <DocumentationLink href={documentation} of={name} />}
      </div>
      {steps.map(({ title, text }) => (
        <div key={title}>
          <h4 className="mb-1 text-sm text-ink-2">{title}</h4>
          <Snippet label={`${name}: ${title}`} text={text} />
        </div>
      ))}
      {note !== undefined && <p className="text-sm text-ink-2">{note}</p>}
    </section>
  );
}

/** Where somebody else documents something; `of` names it where the page has several such links. */
export function DocumentationLink({ href, of }: { readonly href: string; readonly of?: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      aria-label={of === undefined ? undefined : `Documentation of ${of}`}
      className="text-link inline-flex flex-none items-baseline gap-1 text-sm"
    >
      Documentation <ExternalLink size={11} aria-hidden />
    </a>
  );
}
