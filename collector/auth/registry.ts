import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

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

  add(record: TokenRecord): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const file = this.#fileOf(record.id);
    // Appears whole or not at all, also to a `list` that runs now.
    writeFileSync(`${file}.new`, `${JSON.stringify(record)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  has(id: string): boolean {
    return ID.test(id) && existsSync(this.#fileOf(id));
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
    for (const { id } of meant) rmSync(this.#fileOf(id), { force: true });
    return meant;
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
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  /** Null for one that was revoked in between. A damaged file is a token without a name, so that it can be revoked. */
  #read(id: string): TokenRecord | null {
    try {
      const { name, created, expires } = JSON.parse(readFileSync(this.#fileOf(id), 'utf8')) as TokenRecord;
      return { id, name: name ?? null, created, expires: expires ?? null };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      return { id, name: null, created: '', expires: null };
    }
  }
}
