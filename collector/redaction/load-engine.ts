import { loadBundle } from '../runtime/bundles.ts';
import type * as Engine from './engine.ts';

/**
 * The engine that patterns run on. Loaded where there is a pattern: it is 260 kB of code, which nobody's start should wait
 * for who has none.
 */
export const loadEngine = (): typeof Engine =>
  loadBundle(import.meta.url, './engine.ts', 'redaction-engine.cjs') as typeof Engine;
