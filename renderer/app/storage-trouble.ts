import type { Health } from '../../collector/contract/health.ts';

const WORDS: Readonly<Record<NonNullable<Health['storage']['fault']>, string>> = {
  disk_full: 'disk full',
  read_only: 'read-only',
  locked: 'locked',
  damaged: 'damaged',
  moved: 'file gone',
  failing: 'failing',
};

/** What is wrong with the database, in a word or two; null where nothing is. */
export const storageTrouble = ({ fault }: Health['storage']): string | null => fault && WORDS[fault];
