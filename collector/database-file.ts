import path from 'node:path';

/** Apart from what opens it, so that who only looks for it loads no SQLite. */
export const databaseFile = (dataDirectory: string): string => path.join(dataDirectory, 'tracedeck.db');

/** Where a repair makes the new database: a copy of all that is stored, which no delete reaches. */
export const repairFolder = (dataDirectory: string): string => path.join(dataDirectory, 'repair');
