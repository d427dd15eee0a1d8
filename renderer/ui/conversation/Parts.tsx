import { Download, ExternalLink, FileText, Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import { audioType, blobFileName, describeBlob, imageDataUri, isBase64 } from './blob.ts';
import { plural } from '../../lib/format.ts';
import { namedData } from '../../../collector/contract/named-data.ts';
import { firstLine, isImageData, safeLink, showHidden } from '../../lib/text.ts';
import type { ContentPart } from '../../lib/thread.ts';
import { Fold } from '../text/Fold.tsx';
import { JsonTree } from '../text/JsonTree.tsx';
import { useBlobSource } from './use-blob-source.ts';
import { ErrorPart } from './ErrorPart.tsx';
import { NamedDataPart } from './NamedDataPart.tsx';
import { TextContent } from './TextContent.tsx';

const CHIP_CLASS =
  'inline-flex max-w-full items-center gap-1.5 justify-self-start rounded-md border border-line bg-surface px-2 py-0.5 text-sm';

type PartOf<Type extends ContentPart['type']> = Extract<ContentPart, { type: Type }>;

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
      return <Blob part={part} />;
    case 'uri':
      return <RemoteFile part={part} />;
    case 'file':
      return (
        <Chip icon={<Paperclip size={12} aria-hidden />} title={showHidden(part.file_id)}>
          {showHidden(`${part.modality} · ${part.file_id}`)}
        </Chip>
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

function Blob({ part }: { readonly part: PartOf<'blob'> }) {
  const image = imageDataUri(part);
  if (image === null) return <Sound part={part} />;
  return (
    <figure className="min-w-0">
      <img
        src={image}
        alt={describeBlob(part)}
        className="max-h-80 min-h-6 max-w-full min-w-6 rounded-md border border-line bg-sunken object-contain"
      />
      <figcaption className="mt-0.5 text-xs text-ink-3">{describeBlob(part)}</figcaption>
    </figure>
  );
}

function Sound({ part }: { readonly part: PartOf<'blob'> }) {
  const type = audioType(part);
  const source = useBlobSource(part.content, type ?? '', 'src');
  if (type === null) return <SavedFile part={part} />;
  return (
    <figure className="min-w-0">
      {/* Nobody has written captions for what was said to an agent. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        ref={source}
        controls
        preload="metadata"
        aria-label={describeBlob(part)}
        className="h-9 max-w-full"
      />
      <figcaption className="mt-0.5 text-xs text-ink-3">{describeBlob(part)}</figcaption>
    </figure>
  );
}

/** A file that cannot be shown: a chip that saves it. */
function SavedFile({ part }: { readonly part: PartOf<'blob'> }) {
  // Whatever it says that it is, it is only ever saved, never opened here.
  const source = useBlobSource(part.content, 'application/octet-stream', 'href');
  const label = describeBlob(part);
  if (!isBase64(part.content)) return <Chip icon={<FileText size={12} aria-hidden />}>{label}</Chip>;
  return (
    // Its address is given by the ref.
    // oxlint-disable-next-line jsx-a11y/anchor-is-valid
    <a
      ref={source}
      download={blobFileName(part)}
      title={`Save ${blobFileName(part)}`}
      className={`${CHIP_CLASS} text-ink-2 hover:border-line-strong hover:text-ink`}
    >
      <FileText size={12} aria-hidden />
      <span dir="auto" className="truncate">
        {label}
      </span>
      <Download size={12} aria-hidden className="text-ink-3" />
    </a>
  );
}

function RemoteFile({ part }: { readonly part: PartOf<'uri'> }) {
  if (isImageData(part.uri)) {
    return (
      <img
        src={part.uri}
        alt="In the message"
        className="max-h-80 max-w-full rounded-md border border-line object-contain"
      />
    );
  }
  const data = /^data:([a-z]+\/[a-z0-9.+-]+);base64,/i.exec(part.uri.slice(0, 100));
  if (data !== null) {
    return (
      <Sound
        part={{
          type: 'blob',
          modality: part.modality,
          mime_type: data[1] ?? null,
          content: part.uri.slice(data[0].length),
        }}
      />
    );
  }
  const link = safeLink(part.uri);
  if (link === null)
    return (
      <Chip icon={<Paperclip size={12} aria-hidden />}>
        {`${showHidden(part.modality)} · ${firstLine(part.uri, 200)}`}
      </Chip>
    );
  return (
    <a
      href={link}
      target="_blank"
      rel="noreferrer noopener"
      title={`Open ${link} in the browser`}
      className={`${CHIP_CLASS} text-accent hover:border-line-strong`}
    >
      <ExternalLink size={12} aria-hidden className="flex-none" />
      <span className="truncate">
        {showHidden(part.modality)} · {link}
      </span>
    </a>
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

function Chip({
  icon,
  title,
  children,
}: {
  readonly icon: ReactNode;
  readonly title?: string;
  readonly children: ReactNode;
}) {
  return (
    <span title={title} className={`${CHIP_CLASS} text-ink-2`}>
      {icon}
      <span dir="auto" className="truncate">
        {children}
      </span>
    </span>
  );
}
