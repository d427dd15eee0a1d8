import { Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import { namedData } from '../../../collector/contract/named-data.ts';
import { plural } from '../../lib/format.ts';
import { showHidden } from '../../lib/text.ts';
import type { ContentPart, PartOf } from '../../lib/thread.ts';
import { Fold } from '../text/Fold.tsx';
import { JsonTree } from '../text/JsonTree.tsx';
import { BlobPart } from './BlobPart.tsx';
import { ErrorPart } from './ErrorPart.tsx';
import { NamedDataPart } from './NamedDataPart.tsx';
import { PartChip } from './PartChip.tsx';
import { RemoteFilePart } from './RemoteFilePart.tsx';
import { TextContent } from './TextContent.tsx';

/** The parts of a message one below the other. */
export function Parts({
  parts,
  isPlain,
}: {
  readonly parts: readonly ContentPart[];
  readonly isPlain: boolean;
}) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      {parts.map((part, index) => (
        <Part key={index} part={part} isPlain={isPlain} />
      ))}
    </div>
  );
}

function Part({ part, isPlain }: { readonly part: ContentPart; readonly isPlain: boolean }): ReactNode {
  switch (part.type) {
    case 'text':
      return <TextContent text={part.content} isPlain={isPlain} />;
    case 'reasoning':
      return <Reasoning text={part.content} isPlain={isPlain} />;
    case 'blob':
      return <BlobPart part={part} />;
    case 'uri':
      return <RemoteFilePart part={part} />;
    case 'file':
      return (
        <PartChip icon={<Paperclip size={12} aria-hidden />} title={showHidden(part.file_id)}>
          {showHidden(`${part.modality} · ${part.file_id}`)}
        </PartChip>
      );
    case 'error':
      return <ErrorPart part={part} />;
    case 'data':
      return <DataPart part={part} isPlain={isPlain} />;
  }
}

function Reasoning({ text, isPlain }: { readonly text: string; readonly isPlain: boolean }) {
  if (text === '') return <span className="text-sm text-ink-3">Reasoning (not recorded)</span>;
  return (
    <Fold
      says={text}
      summary={
        <>
          Reasoning <span className="num">{plural(text.length, 'character')}</span>
        </>
      }
    >
      {() => (
        <div className="border-l-2 border-line pl-3 text-ink-2">
          <TextContent text={text} isPlain={isPlain} />
        </div>
      )}
    </Fold>
  );
}

function DataPart({ part, isPlain }: { readonly part: PartOf<'data'>; readonly isPlain: boolean }) {
  const named = namedData(part);
  if (named !== null) return <NamedDataPart data={named} isPlain={isPlain} />;
  return (
    <div className="min-w-0 font-mono text-sm leading-5">
      <JsonTree value={part.content} name={part.name ?? undefined} isOpen={part.name === null} />
    </div>
  );
}
