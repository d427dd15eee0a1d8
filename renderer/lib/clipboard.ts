import { desktop } from './desktop.ts';

/**
 * Copies text; rejects where that is refused. The page in the desktop window has no permission of its own to, so its bridge
 * does it there.
 */
export async function copyText(text: string): Promise<void> {
  const bridge = desktop();
  if (bridge !== null) return bridge.copyText(text);
  // Browsers give it to secure pages alone, such as those of this machine: not to plain http from another.
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text);
  copyAsCommand(text);
}

/** As a press of Ctrl C would, which a browser allows while a key or a button is being pressed. */
function copyAsCommand(text: string): void {
  // Some browsers copy nothing where nothing is selected. It is no input: those take the focus out of menus.
  const carrier = document.createElement('span');
  carrier.textContent = text;
  document.body.append(carrier);
  const selection = getSelection();
  const before = selection === null || selection.rangeCount === 0 ? null : selection.getRangeAt(0);
  selection?.selectAllChildren(carrier);
  const onCopy = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
  };
  document.addEventListener('copy', onCopy, { capture: true });
  try {
    // The only way there is without a clipboard of the browser's.
    // oxlint-disable-next-line typescript/no-deprecated
    if (!document.execCommand('copy')) throw new Error('The browser does not let this page copy.');
  } finally {
    document.removeEventListener('copy', onCopy, { capture: true });
    carrier.remove();
    selection?.removeAllRanges();
    if (before !== null) selection?.addRange(before);
  }
}
