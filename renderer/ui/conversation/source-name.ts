import type { Source } from '../../../collector/contract/named-data.ts';

/** What a source is called: its title, else its address, else the beginning of what is quoted. */
export function sourceName({ title, url, quote }: Source): string {
  return [title, url, quote].find((text) => text !== null && text.trim() !== '') ?? '(no name)';
}
