/** Whether a press is meant for a link or button in a row; those that leave it to the row say so (ui/facts/NumberBreakdown.tsx). */
export function isOnControl(target: EventTarget): boolean {
  const control = target instanceof Element ? target.closest('a, button') : null;
  return control !== null && control.getAttribute('data-press') !== 'row';
}
