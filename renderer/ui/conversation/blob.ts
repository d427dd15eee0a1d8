import { formatBytes } from '../../lib/format.ts';
import { showHidden } from '../../lib/text.ts';

/** The number of bytes that a base64 text stands for. */
export function base64Size(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}

type Blobbish = { modality: string; mime_type: string | null; content: string };

/** An image's bytes as an address for `<img>`; null for what is no image or no base64. */
export function imageDataUri(part: Blobbish): string | null {
  if (isData(part.content)) return part.content;
  const mime =
    part.mime_type ?? (part.modality === 'image' ? sniffImage(plainBase64(part.content.slice(0, 8))) : null);
  if (mime === null || !/^image\/[a-z0-9.+-]+$/i.test(mime)) return null;
  return isBase64(part.content) ? `data:${mime};base64,${plainBase64(part.content)}` : null;
}

/** The type of a sound that can be played; null for what is no sound or no base64. */
export function audioType(part: Blobbish): string | null {
  const mime = part.mime_type ?? (part.modality === 'audio' ? 'audio/wav' : null);
  if (mime === null || !/^audio\/[a-z0-9.+-]+$/i.test(mime)) return null;
  return isBase64(part.content) ? mime : null;
}

/** Without a `data:` address before it, and in the usual alphabet: that of addresses, with `-` and `_`, few read. */
export const plainBase64 = (content: string): string =>
  content
    .slice(content.startsWith('data:') ? content.indexOf(',') + 1 : 0)
    .replaceAll('-', '+')
    .replaceAll('_', '/');

/** The bytes that a base64 text stands for, with or without a `data:` address before it; null for what is none. */
export function decodeBase64(content: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(plainBase64(content).replace(/\s+/g, ''));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** A file name for a part that is saved: `image.png`, `document.pdf`. */
export function blobFileName(part: Pick<Blobbish, 'modality' | 'mime_type'>): string {
  const ending = /^[\w.-]+\/(?:[\w.-]+\+)?([\w-]{1,12})$/.exec(part.mime_type ?? '')?.[1] ?? 'bin';
  return `${/^[\w-]{1,20}$/.test(part.modality) ? part.modality : 'file'}.${ending}`;
}

/** `image/png · 24 kB` */
export function describeBlob(part: Blobbish): string {
  return `${showHidden(part.mime_type ?? part.modality)} · ${formatBytes(base64Size(part.content))}`;
}

/** Whether a text looks like base64, as well as its end tells. */
export function isBase64(content: string): boolean {
  return /^[\w+/\s-]+={0,2}\s*$/.test(content.slice(-64));
}

function isData(content: string): boolean {
  return /^data:image\//i.test(content.slice(0, 16));
}

function sniffImage(base64: string): string | null {
  if (base64.startsWith('iVBOR')) return 'image/png';
  if (base64.startsWith('/9j/')) return 'image/jpeg';
  if (base64.startsWith('R0lGOD')) return 'image/gif';
  return base64.startsWith('UklGR') ? 'image/webp' : 'image/png';
}
