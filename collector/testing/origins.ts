/** One that a collector's configuration allows, where a test says so. */
export const FRIEND = 'https://friend.example';
/** Of pages on this machine. */
export const LOCAL = ['http://localhost:3000', 'http://127.0.0.1:8080', 'http://localhost'];
/** Of all others, some of which look like those. */
export const FOREIGN = [
  'https://evil.example',
  'http://localhost.evil.example',
  'http://evil.example:3000',
  'https://localhost:3000',
  'http://localhost:3000.evil.example',
  'null',
  'file://',
];
