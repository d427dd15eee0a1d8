import { enableCodeCache } from './code-cache.ts';

// The command line. First of all, because what is loaded before it is read and compiled as if for the first time.
enableCodeCache(process.env);
await import('./cli/program.ts');
