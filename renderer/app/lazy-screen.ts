import { lazyRouteComponent } from '@tanstack/react-router';
import { readHealth } from '../api/queries.ts';

/**
 * A screen whose code is loaded when it is opened. The router takes code that cannot be had for code of an older build and
 * loads the page anew, which without a collector is the end of the page: where it does not answer, that is the error.
 */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await load();
    } catch (error) {
      await readHealth();
      throw error;
    }
  }, name);
