// What a thread is given of a build: it loads the bundle that it is told (`bundles.ts`).
import { loadBuilt } from './code-loader.ts';

loadBuilt(process.argv[2] ?? '');
