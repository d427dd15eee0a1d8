import { isLiving } from '../deleting/doomed.ts';
import type { Statements } from './list-query.ts';

/** Whether a deletion in the project has rows left to take away. Mostly not: then no list asks for more than before. */
export const isDeleting = (statements: Statements, project: number): boolean =>
  statements.count('SELECT EXISTS (SELECT 1 FROM doomed_traces WHERE project = ?) AS n', [project]) === 1;

/** For the end of a condition on spans that are not joined with their traces; nothing while nothing is being deleted. */
export const andLiving = (statements: Statements, project: number): string =>
  isDeleting(statements, project) ? ` AND ${isLiving('trace')}` : '';
