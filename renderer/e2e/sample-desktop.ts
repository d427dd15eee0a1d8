import type { DesktopSettings } from '../../electron/contract/bridge.ts';

/** What the desktop app answers of its settings. */
export const settings: DesktopSettings = {
  settings: {
    desktop: {
      close_to_tray: true,
      start_at_login: false,
      error_badge: true,
      notifications: { errors: true, cost_dollars: null, duration_secs: null },
      updates: { enabled: false },
    },
    server: { port: 5388 },
  },
  sources: { 'desktop.close_to_tray': 'default', 'server.port': 'default' },
  changeable: [
    'desktop.close_to_tray',
    'desktop.start_at_login',
    'desktop.error_badge',
    'desktop.notifications.errors',
    'desktop.notifications.cost_dollars',
    'desktop.notifications.duration_secs',
    'desktop.updates.enabled',
    'server.port',
  ],
  file: '/home/ada/.config/tracedeck/config.json',
  needs_restart: false,
  data_dir: '/home/ada/.local/share/tracedeck',
  has_tray: true,
};
