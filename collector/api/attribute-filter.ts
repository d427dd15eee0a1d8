import { ApiError } from '../errors.ts';

/** The `attributes` filter of the unscoped list of traces. Refused rather than passed over while nothing reads it. */
export function attributeFilter(text: string | undefined): void {
  if (text === undefined) return;
  throw new ApiError('VALIDATION_ERROR', 'attributes: filtering by attributes is not possible yet');
}
