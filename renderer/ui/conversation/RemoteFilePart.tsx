import { ExternalLink, Paperclip } from 'lucide-react';
import { firstLine, isImageData, safeLink, showHidden } from '../../lib/text.ts';
import type { PartOf } from '../../lib/thread.ts';
import { Sound } from './BlobPart.tsx';
import { CHIP_CLASS, PartChip } from './PartChip.tsx';

/** What an address leads to: shown where it holds the bytes itself, else never loaded before it is pressed. */
export function RemoteFilePart({ part }: { readonly part: PartOf<'uri'> }) {
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
      <PartChip icon={<Paperclip size={12} aria-hidden />}>
        {`${showHidden(part.modality)} · ${firstLine(part.uri, 200)}`}
      </PartChip>
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
