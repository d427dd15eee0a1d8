/** The panes that can scroll around an element or a text, the nearest first. */
export function scrollingPanes(node: Node): readonly HTMLElement[] {
  const panes: HTMLElement[] = [];
  for (let pane = node.parentElement; pane !== null; pane = pane.parentElement)
    if (scrolls(pane)) panes.push(pane);
  return panes;
}

function scrolls(pane: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(pane);
  return /auto|scroll/.test(`${overflowX} ${overflowY}`);
}
