// Sets the theme before the first paint. A file of its own, because the Content-Security-Policy forbids inline
// scripts, and a classic script, because a module would run after the first paint. ui/theme.ts is its other half.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('tracedeck.theme');
  } catch {
    // Storage may be blocked; the system's choice then counts.
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
