import { ExternalLink, ShieldX } from 'lucide-react';
import { plural } from '../../lib/format.ts';
import {
  type Evaluation,
  type FoundDocument,
  type NamedData,
  type Source,
} from '../../../collector/contract/named-data.ts';
import { sourceName } from './source-name.ts';
import { firstLine, safeLink, showHidden } from '../../lib/text.ts';
import { CutText } from '../text/CutText.tsx';
import { Fold } from '../text/Fold.tsx';
import { FoldedText } from './FoldedText.tsx';
import { JsonTree } from '../text/JsonTree.tsx';
import { TextContent } from './TextContent.tsx';

/** What a model said instead of an answer, thought in secret or drew on; what a search found; how an answer was judged. */
export function NamedDataPart({ data, isPlain }: { readonly data: NamedData; readonly isPlain: boolean }) {
  switch (data.kind) {
    case 'refusal':
      return <Refusal text={data.text} isPlain={isPlain} />;
    case 'reminders':
      return <Reminder text={data.text} isPlain={isPlain} />;
    case 'redacted':
      return <RedactedReasoning content={data.content} />;
    case 'citations':
      return <Sources sources={data.sources} />;
    case 'documents':
      return <Documents documents={data.documents} />;
    case 'evaluation':
      return <Judgement evaluation={data.evaluation} />;
  }
}

function Refusal({ text, isPlain }: { readonly text: string; readonly isPlain: boolean }) {
  return (
    <div className="min-w-0 rounded-md border border-line bg-sunken px-2.5 py-1.5">
      <div className="flex items-center gap-1 text-sm font-semibold text-warn">
        <ShieldX size={13} aria-hidden />
        Refused
      </div>
      <TextContent text={text} isPlain={isPlain} />
    </div>
  );
}

/** Of its first line, while it is folded. */
const MOST_OF_REMINDER = 60;

/** As long as a system prompt, and told with each turn. */
function Reminder({ text, isPlain }: { readonly text: string; readonly isPlain: boolean }) {
  return (
    <Fold
      says={text}
      summary={
        <FoldedText
          label="System reminder"
          firstLine={firstLine(text, MOST_OF_REMINDER)}
          characters={text.length}
        />
      }
    >
      {() => <TextContent text={text} isPlain={isPlain} />}
    </Fold>
  );
}

function RedactedReasoning({ content }: { readonly content: unknown }) {
  return (
    <Fold says={content} summary="Reasoning (redacted)">
      {() => (
        <div className="font-mono text-sm leading-5 text-ink-3">
          <JsonTree value={content} isOpen />
        </div>
      )}
    </Fold>
  );
}

/** More are folded: an answer of a search may draw on dozens. */
const SHOWN = 8;

function Sources({ sources }: { readonly sources: readonly Source[] }) {
  const shown = sources.slice(0, SHOWN);
  const rest = sources.slice(SHOWN);
  return (
    <section aria-label="Sources" className="min-w-0 text-sm">
      <h4 className="font-semibold text-ink-3">Sources</h4>
      <SourceList sources={shown} from={1} />
      {rest.length > 0 && (
        <Fold says={rest} summary={plural(rest.length, 'more source')}>
          {() => <SourceList sources={rest} from={SHOWN + 1} />}
        </Fold>
      )}
    </section>
  );
}

function SourceList({ sources, from }: { readonly sources: readonly Source[]; readonly from: number }) {
  return (
    <ol start={from} className="list-inside list-decimal text-ink-3">
      {sources.map((source, index) => (
        <li key={index} className="min-w-0 wrap-anywhere">
          <SourceLink source={source} />
          {source.quote !== null && source.quote !== sourceName(source) && (
            <blockquote dir="auto" className="ml-4 line-clamp-3 border-l-2 border-line pl-2 text-ink-2">
              {showHidden(source.quote)}
            </blockquote>
          )}
        </li>
      ))}
    </ol>
  );
}

function SourceLink({ source }: { readonly source: Source }) {
  const name = showHidden(sourceName(source));
  const link = source.url === null ? null : safeLink(source.url);
  if (link === null) return <bdi className="text-ink-2">{name}</bdi>;
  return (
    <a
      href={link}
      target="_blank"
      rel="noreferrer noopener"
      title={`Open ${link} in the browser`}
      className="inline-flex max-w-full items-baseline gap-1 text-accent hover:underline"
    >
      <bdi>{name}</bdi>
      <ExternalLink size={11} aria-hidden className="flex-none self-center" />
    </a>
  );
}

function Documents({ documents }: { readonly documents: readonly FoundDocument[] }) {
  return (
    <section aria-label="Documents" className="min-w-0 text-sm">
      <h4 className="font-semibold text-ink-3">{plural(documents.length, 'document')}</h4>
      <ol className="grid gap-1.5">
        {documents.map((document, index) => (
          <li key={index} className="min-w-0 rounded-md border border-line px-2.5 py-1.5">
            <div className="num flex gap-2 text-ink-3">
              <span dir="auto" className="min-w-0 truncate">
                {showHidden(document.id ?? `Document ${index + 1}`)}
              </span>
              {document.score !== null && <span className="ml-auto">Score {document.score}</span>}
            </div>
            {document.content !== null && <CutText text={document.content} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Judgement({ evaluation: { name, score, label, explanation } }: { readonly evaluation: Evaluation }) {
  const verdict = [score, label].filter((part) => part !== null).join(' · ');
  return (
    <div className="min-w-0 rounded-md border border-line bg-sunken px-2.5 py-1.5 text-sm">
      <div className="num flex gap-2 font-semibold text-ink-2">
        <span dir="auto">{showHidden(name ?? 'Evaluation')}</span>
        {verdict !== '' && <span className="ml-auto">{showHidden(verdict)}</span>}
      </div>
      {explanation !== null && <CutText text={explanation} />}
    </div>
  );
}
