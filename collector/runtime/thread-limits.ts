/**
 * What a thread of ours may take. What it works on lives for one commit or one answer: left alone, V8 grows the young part of its
 * heap to 130 MB under load and is no faster.
 */
export const THREAD_LIMITS = { maxYoungGenerationSizeMb: 24 };
