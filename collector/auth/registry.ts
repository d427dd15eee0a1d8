import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeLastFolder } from '../lib/make-folder.ts';

/** A token that was made and not revoked. The token itself is kept nowhere. */
export interface TokenRecord {
  readonly id: string;
  readonly name: string | null;
  /** ISO 8601. */
  readonly created: string;
  /** ISO 8601; null: never. */
  readonly expires: string | null;
}

const ID = /^[0-9a-f]{16}$/;

const isTime = (text: unknown): text is string => typeof text === 'string' && !Number.isNaN(Date.parse(text));

export const newTokenId = (): string => randomBytes(8).toString('hex');

/**
 * The tokens of a data directory, a file each. That there is a file is what makes a token count: so any number of
 * processes may make and revoke at the same time, with no lock, and a running collector sees it at once.
 */
export class TokenRegistry {
  readonly #folder: string;

  constructor(dataDirectory: string) {
    this.#folder = path.join(dataDirectory, 'tokens');
  }

  /** The data directory must exist. */
  add(record: TokenRecord): void {
    makeLastFolder(this.#folder);
    const file = this.#fileOf(record.id);
    // Appears whole or not at all, also to a `list` that runs now.
    try {
      writeFileSync(`${file}.new`, `${JSON.stringify(record)}\n`, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } finally {
      // On a full disk it is there, without its content.
      rmSync(`${file}.new`, { force: true });
    }
  }

  has(id: string): boolean {
    return ID.test(id) && existsSync(this.#fileOf(id));
  }

  get count(): number {
    return this.#ids().length;
  }

  /** In the order in which they were made. */
  list(): TokenRecord[] {
    return this.#ids()
      .flatMap((id) => this.#read(id) ?? [])
      .sort((a, b) => a.created.localeCompare(b.created) || a.id.localeCompare(b.id));
  }

  /** Revokes the token of this id, else all of this name. Returns those that it ended. */
  revoke(nameOrId: string): TokenRecord[] {
    const all = this.list();
    const byId = all.filter(({ id }) => id === nameOrId);
    const meant = byId.length > 0 ? byId : all.filter(({ name }) => name === nameOrId);
    for (const { id } of meant) this.remove(id);
    return meant;
  }

  /** Revokes the token of this id. Whether there was one. */
  remove(id: string): boolean {
    const isThere = this.has(id);
    if (isThere) rmSync(this.#fileOf(id), { force: true });
    return isThere;
  }

  #fileOf(id: string): string {
    return path.join(this.#folder, `${id}.json`);
  }

  #ids(): string[] {
    try {
      return readdirSync(this.#folder)
        .map((file) => path.basename(file, '.json'))
        .filter((id) => ID.test(id));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return [];
      throw new Error(`the tokens in ${this.#folder} can't be read (${code})`, { cause: error });
    }
  }

  /** Null for one that was revoked in between. A damaged file is a token without a name, so that it can be revoked. */
  #read(id: string): TokenRecord | null {
    const file = this.#fileOf(id);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    try {
      const { name, created, expires } = JSON.parse(readFileSync(file, 'utf8')) as Partial<TokenRecord>;
      if (isTime(created))
        return { id, name: name ?? null, created, expires: isTime(expires) ? expires : null };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    }
    return { id, name: null, created: stat.mtime.toISOString(), expires: null };
  }
}
