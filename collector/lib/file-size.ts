import { statSync } from 'node:fs';

/** In bytes; 0 where there is no such file. */
export const fileSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
