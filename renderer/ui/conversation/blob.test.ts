import { expect, test } from 'vitest';
import { audioType, base64Size, blobFileName, decodeBase64, describeBlob, imageDataUri } from './blob.ts';

const part = (mime_type: string | null, content: string, modality = 'image') => ({
  modality,
  mime_type,
  content,
});

test('an image becomes an address that holds it', () => {
  expect(imageDataUri(part('image/png', 'iVBORw0KGgo='))).toBe('data:image/png;base64,iVBORw0KGgo=');
  expect(imageDataUri(part(null, '/9j/4AAQ'))).toBe('data:image/jpeg;base64,/9j/4AAQ');
  expect(imageDataUri(part('image/png', 'data:image/png;base64,AAAA'))).toBe('data:image/png;base64,AAAA');
});

test('an image in the alphabet of addresses becomes one that browsers read', () => {
  expect(imageDataUri(part('image/png', 'iVBO-_8'))).toBe('data:image/png;base64,iVBO+/8');
  expect(imageDataUri(part(null, '_9j_4AAQ'))).toBe('data:image/jpeg;base64,/9j/4AAQ');
});

test('what is no image, or no base64, does not', () => {
  expect(imageDataUri(part('text/html', 'PGI+'))).toBeNull();
  expect(imageDataUri(part('image/png;x"onload=', 'AAAA'))).toBeNull();
  expect(imageDataUri(part('image/png', '"><script>'))).toBeNull();
  expect(imageDataUri(part(null, 'AAAA', 'audio'))).toBeNull();
});

test('sizes are of the bytes', () => {
  expect([base64Size('AAAA'), base64Size('AAA='), base64Size('AA=='), base64Size('')]).toEqual([3, 2, 1, 0]);
  expect(describeBlob(part('audio/wav', 'AAAA', 'audio'))).toBe('audio/wav · 3 B');
});

test('only sounds are played, and only base64 is', () => {
  expect(audioType(part('audio/mpeg', 'AAAA'))).toBe('audio/mpeg');
  expect(audioType(part(null, 'AAAA', 'audio'))).toBe('audio/wav');
  expect(audioType(part('text/html', 'AAAA', 'audio'))).toBeNull();
  expect(audioType(part('audio/wav', '"><script>', 'audio'))).toBeNull();
});

test('base64 becomes bytes, whatever alphabet and address it comes in', () => {
  expect(decodeBase64('//8=')).toEqual(new Uint8Array([255, 255]));
  expect(decodeBase64('__8')).toEqual(new Uint8Array([255, 255]));
  expect(decodeBase64('data:audio/wav;base64,AAE=\n')).toEqual(new Uint8Array([0, 1]));
  expect(decodeBase64('no base64!')).toBeNull();
});

test('a saved file has an ending that its type tells, and no path', () => {
  expect(blobFileName({ modality: 'document', mime_type: 'application/pdf' })).toBe('document.pdf');
  expect(blobFileName({ modality: 'image', mime_type: 'image/svg+xml' })).toBe('image.xml');
  expect(blobFileName({ modality: '../x', mime_type: 'a/../../b' })).toBe('file.bin');
});
