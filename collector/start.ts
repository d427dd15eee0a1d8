// What Node is given of a build: the command line.
import type * as Main from './main.ts';
import { loadBuilt } from './runtime/code-loader.ts';
import { collectAlone } from './runtime/few-processors.ts';

collectAlone();
export const { done } = loadBuilt('command-line.cjs') as typeof Main;
