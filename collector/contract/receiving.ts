import { Type, type Static } from 'typebox';
import { object } from './common.ts';

/** What pausing and resuming answer, and a part of the health. */
export const Receiving = object('Receiving', 'Whether exports are taken.', {
  paused: Type.Boolean({ description: 'exporters are answered 503 and try again' }),
  refused: Type.Integer({ description: 'export requests that were refused since the pause began' }),
});
export type Receiving = Static<typeof Receiving>;
