import path from 'node:path';

/** Apart from what opens it, so that who only looks for it loads no SQLite. */
export const databaseFile = (dataDirectory: string): string => path.join(dataDirectory, 'tracedeck.db');
