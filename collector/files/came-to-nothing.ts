import type { ImportReport } from '../contract/imports.ts';

/** Whether nothing of a file was taken: it is none that can be read, or all in it was refused. One of empty requests is whole. */
export const cameToNothing = ({
  requests,
  items,
  bad,
}: Pick<ImportReport, 'requests' | 'items' | 'bad'>): boolean => requests === 0 || (items === 0 && bad > 0);
