import { readHealth } from '../api/queries.ts';

/**
 * What is loaded from the collector; where it does not answer, that is the error. The router takes code that cannot be had
 * for code of an older build and loads the page anew, which without a collector is the end of the page.
 */
export async function ofAnswering<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  try {
    return await loading;
  } catch (error) {
    await readHealth();
    throw error;
  }
}
