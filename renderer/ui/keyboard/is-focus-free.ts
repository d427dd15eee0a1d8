/** Whether the focus is on nothing in particular, as on a page that was just opened: arrow keys are then the list's or the tree's. */
export function isFocusFree(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.tagName === 'MAIN';
}
