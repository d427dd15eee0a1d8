/**
 * Which of the tabs find room: all of them, else the first ones beside a menu for the rest, and the active one in any case.
 * Widths are in pixels, places count from 0.
 */
export function fitTabs(
  widths: readonly number[],
  active: number,
  room: number,
  menuWidth: number,
): ReadonlySet<number> {
  const all = widths.reduce((sum, width) => sum + width, 0);
  if (all <= room) return new Set(widths.keys());
  const shown = new Set([active]);
  let left = room - menuWidth - (widths[active] ?? 0);
  for (const [place, width] of widths.entries()) {
    if (place === active) continue;
    if (width > left) break;
    left -= width;
    shown.add(place);
  }
  return shown;
}
