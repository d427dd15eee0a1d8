import { randomBytes } from 'node:crypto';
import { constants, copyFileSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keepToOwner, OWNER_ONLY } from '../lib/owner-only.ts';

const KEY_BYTES = 32;

export const keyFile = (dataDirectory: string): string => path.join(dataDirectory, 'auth.key');

/**
 * The key that tokens are signed with, made on first use. Of two processes that make it at once both get the same: a
 * whole file appears under its name or none does. Throws one clear line where the file can't be used, or the data directory
 * is not there.
 */
export function readOrMakeKey(dataDirectory: string): Buffer {
  const file = keyFile(dataDirectory);
  try {
    return readKey(file) ?? makeKey(file);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === undefined) throw cause;
    throw new Error(`the key file ${file} can't be used (${code})`, { cause });
  }
}

function readKey(file: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(file, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'base64url');
  // A short key would be a weak one: HMAC takes any.
  if (key.length !== KEY_BYTES)
    throw new Error(
      `the key file ${file} is damaged: delete it for a new key, which ends all tokens made so far`,
    );
  keepToOwner(file);
  return key;
}

function makeKey(file: string): Buffer {
  const own = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(own, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: OWNER_ONLY, flag: 'wx' });
    appear(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
  return readMadeKey(file);
}

/** Gives the file its second name. Throws EEXIST where that is taken. */
function appear(own: string, file: string): void {
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // A file system without hard links.
    copyFileSync(own, file, constants.COPYFILE_EXCL);
  }
}

function readMadeKey(file: string): Buffer {
  const key = readKey(file);
  if (key === null) throw new Error(`the key file ${file} has gone while it was made`);
  return key;
}
