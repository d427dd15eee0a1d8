import type { MenuItemConstructorOptions } from 'electron';

/** What the menu does beside the roles that Electron knows. */
export interface MenuActions {
  /** Leads to a page of the project that the window shows. */
  goTo(page: string): void;
  back(): void;
  forward(): void;
  openFiles(): void;
  copyEndpoint(): void;
  togglePause(): void;
  installCommandLine(): void;
  checkForUpdates(): void;
  showLogs(): void;
  openDocumentation(): void;
}

export interface MenuFacts {
  readonly platform: NodeJS.Platform;
  readonly paused: boolean;
  /** Tools for developers of Tracedeck: not in an installed app. */
  readonly isUnpackaged: boolean;
}

type Item = MenuItemConstructorOptions;
const separator: Item = { type: 'separator' };

/** The menu of the window, or of the Mac's screen. Every place and shortcut is where the platform's users look for it. */
export function menuModel(facts: MenuFacts, actions: MenuActions): Item[] {
  const isMac = facts.platform === 'darwin';
  return [
    ...(isMac ? [appMenu(actions)] : []),
    fileMenu(facts, actions),
    { role: 'editMenu' },
    viewMenu(facts),
    goMenu(facts, actions),
    { role: 'windowMenu' },
    helpMenu(facts, actions),
  ];
}

function appMenu(actions: MenuActions): Item {
  return {
    label: 'Tracedeck',
    submenu: [
      { role: 'about' },
      { label: 'Check for Updates…', click: () => actions.checkForUpdates() },
      separator,
      settings(actions),
      installCommandLine(actions),
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  };
}

function fileMenu(facts: MenuFacts, actions: MenuActions): Item {
  const isMac = facts.platform === 'darwin';
  return {
    label: '&File',
    submenu: [
      { label: 'Open Files…', accelerator: 'CmdOrCtrl+O', click: () => actions.openFiles() },
      separator,
      {
        label: 'Pause Receiving',
        type: 'checkbox',
        checked: facts.paused,
        click: () => actions.togglePause(),
      },
      { label: 'Copy OTLP Endpoint', click: () => actions.copyEndpoint() },
      ...(isMac ? [] : [separator, settings(actions), installCommandLine(actions)]),
      separator,
      { role: 'close' },
      ...(isMac ? [] : [{ role: 'quit' } as const]),
    ],
  };
}

/** Zoom and the full screen; the tools of Chromium only where Tracedeck itself is developed. */
function viewMenu({ isUnpackaged }: MenuFacts): Item {
  return {
    label: '&View',
    submenu: [
      { role: 'reload' },
      ...(isUnpackaged ? [{ role: 'toggleDevTools' } as const] : []),
      separator,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      separator,
      { role: 'togglefullscreen' },
    ],
  };
}

/** As the window's sidebar names them (renderer/app/screens.ts). Settings have a place of their own. */
const SCREENS = [
  ['Live', 'live'],
  ['Traces', 'traces'],
  ['Sessions', 'sessions'],
  ['Spans', 'spans'],
  ['Logs', 'logs'],
  ['Metrics', 'metrics'],
  ['Dashboard', 'dashboard'],
  ['Set-up', 'set-up'],
] as const;

function goMenu({ platform }: MenuFacts, actions: MenuActions): Item {
  const isMac = platform === 'darwin';
  return {
    label: '&Go',
    submenu: [
      { label: 'Back', accelerator: isMac ? 'Cmd+[' : 'Alt+Left', click: () => actions.back() },
      { label: 'Forward', accelerator: isMac ? 'Cmd+]' : 'Alt+Right', click: () => actions.forward() },
      separator,
      ...SCREENS.map(([label, page], at) => ({
        label,
        accelerator: `CmdOrCtrl+${at + 1}`,
        click: () => actions.goTo(page),
      })),
    ],
  };
}

function helpMenu({ platform }: MenuFacts, actions: MenuActions): Item {
  const isMac = platform === 'darwin';
  return {
    role: 'help',
    submenu: [
      { label: 'API Documentation', click: () => actions.openDocumentation() },
      { label: 'Show Logs', click: () => actions.showLogs() },
      ...(isMac
        ? []
        : [
            { label: 'Check for Updates…', click: () => actions.checkForUpdates() },
            separator,
            { role: 'about' } as const,
          ]),
    ],
  };
}

const settings = (actions: MenuActions): Item => ({
  label: 'Settings…',
  accelerator: 'CmdOrCtrl+,',
  click: () => actions.goTo('settings'),
});

const installCommandLine = (actions: MenuActions): Item => ({
  label: 'Install Command Line…',
  click: () => actions.installCommandLine(),
});
