import { useEffect, useState } from 'react';
import type { Bridge, Notice, NoticeAction } from '../../electron/contract/bridge.ts';
import { desktop } from '../lib/desktop.ts';
import { Button } from '../ui/controls/Button.tsx';
import { NoticeStrip } from '../ui/notices/NoticeStrip.tsx';

const ACTIONS: Readonly<
  Record<NoticeAction, { readonly label: string; readonly run: (bridge: Bridge) => Promise<unknown> }>
> = {
  restart: { label: 'Restart Tracedeck', run: (bridge) => bridge.restart() },
  'show-logs': { label: 'Show the log', run: (bridge) => bridge.showLogs() },
  'cancel-move': { label: 'Cancel', run: (bridge) => bridge.cancelMove() },
  'cancel-opening': { label: 'Cancel', run: (bridge) => bridge.cancelOpening() },
  'install-update': { label: 'Restart and update', run: (bridge) => bridge.installUpdate() },
  'agree-to-updates': {
    label: 'Look for updates by itself',
    run: (bridge) => bridge.changeSettings({ desktop: { updates: { enabled: true } } }),
  },
};

/** What the desktop app has to say: nothing in a browser. */
export function WindowNotices() {
  const bridge = desktop();
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  useEffect(() => {
    if (bridge === null) return;
    void bridge.notices().then(setNotices);
    return bridge.onNotices(setNotices);
  }, [bridge]);
  if (bridge === null) return null;
  return notices.map(({ id, tone, text, actions, progress }) => (
    <NoticeStrip
      key={id}
      tone={tone}
      text={text}
      {...(progress === null ? { onDismiss: () => void bridge.dismissNotice(id) } : { progress })}
    >
      {actions.map((action) => (
        <Button
          key={action}
          onClick={() =>
            void ACTIONS[action]
              .run(bridge)
              .then(() => (action === 'agree-to-updates' ? bridge.dismissNotice(id) : undefined))
          }
        >
          {ACTIONS[action].label}
        </Button>
      ))}
    </NoticeStrip>
  ));
}
