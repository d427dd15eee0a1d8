/** A task of more than 50 ms is felt; a step may go on for a while after the time is up. */
const SLICE_MS = 20;

/**
 * Takes all steps of a work and resolves to what it returns. After 20 ms it lets the page do what waits, such as answering a key,
 * before it goes on; work that takes less is done at once.
 */
export async function inSlices<Result>(steps: Generator<void, Result, void>): Promise<Result> {
  let began = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (performance.now() - began < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  }
}
