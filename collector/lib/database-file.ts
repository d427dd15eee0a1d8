import path from 'node:path';

/** Apart from what opens it, so that who only looks for it loads no SQLite. */
export const databaseFile = (dataDirectory: string): string => path.join(dataDirectory, 'tracedeck.db');

/**
 * Where files that are being uploaded lie. What a start takes away whole has a name that nobody else gives: a data directory
 * may be a folder with other things in it.
 */
export const uploadsFolder = (dataDirectory: string): string => path.join(dataDirectory, 'tracedeck-imports');
