import { formatBytes } from './format.ts';

/** The number of bytes that a base64 text stands for. */
export function base64Size(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}

/** An image's bytes as an address for `<img>`; null for what is no image or no base64. */
export function imageDataUri(part: {
  modality: string;
  mime_type: string | null;
  content: string;
}): string | null {
  if (isData(part.content)) return part.content;
  const mime = part.mime_type ?? (part.modality === 'image' ? sniffImage(part.content) : null);
  if (mime === null || !/^image\/[a-z0-9.+-]+$/i.test(mime)) return null;
  return isBase64(part.content) ? `data:${mime};base64,${part.content}` : null;
}

/** A sound's bytes as an address for `<audio>`; null for what is no sound or no base64. */
export function audioDataUri(part: {
  modality: string;
  mime_type: string | null;
  content: string;
}): string | null {
  const mime = part.mime_type ?? (part.modality === 'audio' ? 'audio/wav' : null);
  if (mime === null || !/^audio\/[a-z0-9.+-]+$/i.test(mime)) return null;
  return isBase64(part.content) ? `data:${mime};base64,${part.content}` : null;
}

/** `image/png · 24 kB` */
export function describeBlob(part: { modality: string; mime_type: string | null; content: string }): string {
  return `${part.mime_type ?? part.modality} · ${formatBytes(base64Size(part.content))}`;
}

function isBase64(content: string): boolean {
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
