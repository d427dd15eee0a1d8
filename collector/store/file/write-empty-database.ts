import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { databaseFile } from '../../lib/database-file.ts';
import { openForWriting } from './database.ts';

// For the build: writes what a first start copies (`empty-database.ts`) into the file that is named.
const [, , file] = process.argv;
if (file === undefined) throw new Error('name the file to write');
const folder = mkdtempSync(path.join(tmpdir(), 'tracedeck-build-'));
openForWriting(folder, 'full').close();
copyFileSync(databaseFile(folder), file);
rmSync(folder, { recursive: true });
