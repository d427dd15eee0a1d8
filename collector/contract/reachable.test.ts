import { expect, test } from 'vitest';
import { reachable } from './reachable.ts';

test.each([
  ['http://0.0.0.0:4318', 'http://127.0.0.1:4318', 'http://box.lan:4318'],
  ['0.0.0.0:4317', '127.0.0.1:4317', 'box.lan:4317'],
  ['http://[::]:4318/', 'http://[::1]:4318/', 'http://box.lan:4318/'],
  ['http://127.0.0.1:4318', 'http://127.0.0.1:4318', 'http://127.0.0.1:4318'],
  ['http://0.0.0.0.example.com:4318', 'http://0.0.0.0.example.com:4318', 'http://0.0.0.0.example.com:4318'],
])('%s is called as %s, from elsewhere as %s', (address, here, elsewhere) => {
  expect(reachable(address)).toBe(here);
  expect(reachable(address, 'box.lan')).toBe(elsewhere);
});
