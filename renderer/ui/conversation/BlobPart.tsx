import { Download, FileText } from 'lucide-react';
import { audioType, blobFileName, describeBlob, imageDataUri, isBase64 } from './blob.ts';
import type { PartOf } from '../../lib/thread.ts';
import { CHIP_CLASS, PartChip } from './PartChip.tsx';
import { useBlobSource } from './use-blob-source.ts';

/** A picture or a sound in its message; of anything else a chip that saves it. */
export function BlobPart({ part }: { readonly part: PartOf<'blob'> }) {
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

/** What is no picture: played where it can be, else saved. */
export function Sound({ part }: { readonly part: PartOf<'blob'> }) {
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
  if (!isBase64(part.content)) return <PartChip icon={<FileText size={12} aria-hidden />}>{label}</PartChip>;
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
