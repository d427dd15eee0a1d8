import { expect, test } from 'vitest';
import { base64Size, describeBlob, imageDataUri } from './blob.ts';

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
