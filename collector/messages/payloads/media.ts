import type { MessagePart } from '../../contract/messages.ts';
import { isObject } from '../json.ts';

const DATA_URI = /^data:([^;,]*)(?:;[^,]*)?;base64,/;

/** image, audio, video or document, from a mime type; `fallback` when it tells nothing. AI SDK 7 calls a PDF an image. */
function modalityOf(mimeType: string | null, fallback = 'document'): string {
  if (mimeType === 'application/pdf') return 'document';
  const family = mimeType?.split('/')[0];
  return family === 'image' || family === 'audio' || family === 'video' ? family : fallback;
}

export interface MediaHints {
  readonly mimeType?: string | null | undefined;
  readonly modality?: string | undefined;
}

/** A part for a data URI, any other address, or bare base64: in this order. Undefined when `value` is none of these. */
export function mediaPart(value: unknown, hints: MediaHints = {}): MessagePart | undefined {
  if (isObject(value)) return bufferPart(value, hints);
  if (typeof value !== 'string' || value === '') return undefined;
  const isAddress = /^[a-z][a-z0-9+.-]*:/i.test(value.slice(0, 32));
  return isAddress ? uriPart(value, hints) : blobPart(value, hints);
}

/** What Langfuse's SDK leaves in the place of bytes, whatever stood around them, when it sends them elsewhere. */
const LANGFUSE_MEDIA = /^@@@langfuseMedia:type=([^|@]*)\|id=([^|@]+)(?:\|[^@]*)?@@@$/;

/** Bytes as base64, behind the head of a data URI or alone, or the file that a mark in their place names. */
export function blobPart(content: string, { mimeType, modality }: MediaHints): MessagePart {
  const [, type, fileId] = LANGFUSE_MEDIA.exec(content) ?? [];
  if (fileId !== undefined) return filePart(fileId, { mimeType: type || mimeType, modality });
  const [head, typeOfData] = dataHead(content) ?? [''];
  const mime = (typeOfData || mimeType) ?? null;
  return {
    type: 'blob',
    modality: modalityOf(mime, modality),
    mime_type: mime,
    content: content.slice(head.length),
  };
}

const dataHead = (value: string): RegExpExecArray | null => DATA_URI.exec(value.slice(0, 200));

/** An address, or the bytes that a data URI is. */
export function uriPart(uri: string, hints: MediaHints): MessagePart {
  if (dataHead(uri) !== null) return blobPart(uri, hints);
  const { mimeType, modality } = hints;
  const mime = mimeType ?? null;
  return { type: 'uri', modality: modalityOf(mime, modality), mime_type: mime, uri };
}

export function filePart(fileId: string, { mimeType, modality }: MediaHints): MessagePart {
  const mime = mimeType ?? null;
  return { type: 'file', modality: modalityOf(mime, modality), mime_type: mime, file_id: fileId };
}

/** Bytes as Node.js (`{type: "Buffer", data: […]}`) or a typed array (`{"0": 137, …}`) turn into JSON. */
function bufferPart(value: Readonly<Record<string, unknown>>, hints: MediaHints): MessagePart | undefined {
  const bytes = Array.isArray(value['data'])
    ? value['data']
    : '0' in value
      ? Object.values(value)
      : undefined;
  if (bytes === undefined || !bytes.every(isByte)) return undefined;
  return blobPart(Buffer.from(bytes).toString('base64'), hints);
}

function isByte(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;
}
