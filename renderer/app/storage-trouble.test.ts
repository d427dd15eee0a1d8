import { expect, test } from 'vitest';
import { storageTrouble } from './storage-trouble.ts';

const storage = { path: '', size_bytes: 0, spans: 0, free_bytes: 0, message: null, is_writable: false };

test('a fault is said in words, none as none', () => {
  expect(storageTrouble({ ...storage, fault: 'disk_full' })).toBe('disk full');
  expect(storageTrouble({ ...storage, fault: 'damaged' })).toBe('damaged');
  expect(storageTrouble({ ...storage, fault: null })).toBeNull();
});
