/** The key that shortcuts with letters take here: ⌘ on a Mac, Ctrl elsewhere. */
export const MOD_KEY = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl';
