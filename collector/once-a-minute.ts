const QUIET_MS = 60_000;
const MAX_KEPT = 100;

/**
 * Passes a message on unless the same one was passed on within the last minute: a full disk is refused to every exporter
 * that tries again. How often it was kept back is said with the next one.
 */
export function onceAMinute(
  tell: (message: string) => void,
  now: () => number = () => performance.now(),
): (message: string) => void {
  const told = new Map<string, { at: number; kept: number }>();
  return (message) => {
    const before = told.get(message);
    if (before !== undefined && now() - before.at < QUIET_MS) {
      before.kept++;
      return;
    }
    told.delete(message);
    if (told.size >= MAX_KEPT) told.delete(told.keys().next().value!);
    told.set(message, { at: now(), kept: 0 });
    tell(
      before !== undefined && before.kept > 0
        ? `${message}\n(${before.kept} times more since it was told last)`
        : message,
    );
  };
}
