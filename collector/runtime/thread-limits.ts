/**
 * What a thread of ours may take. What it works on lives for one commit or one answer: left alone, V8 grows the young part of its
 * heap to 130 MB under load and is no faster.
 */
export const THREAD_LIMITS = { maxYoungGenerationSizeMb: 24 };

/** Of the thread that writes: with half of it, what a transaction holds was copied once or twice before it ended. */
export const INGEST_LIMITS = { maxYoungGenerationSizeMb: 48 };

/**
 * Of a reader in the background, which nobody waits for. V8 collects a heap that may grow to two gigabytes when it has doubled, and
 * one that may grow to four, as on most machines, when it is four times as large.
 */
export const BACKGROUND_LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 2000 };
