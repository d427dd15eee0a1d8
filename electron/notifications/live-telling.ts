import { fileURLToPath } from 'node:url';
import { app, nativeImage, Notification } from 'electron';
import type { Config } from '../../collector/config/config.ts';
import { countOf } from '../../collector/contract/words.ts';
import { tracePath } from '../deep-links.ts';
import { errorBadge } from '../icons.ts';
import type { MainWindow } from '../window/window.ts';
import { ErrorBadge } from './error-badge.ts';
import { LiveTraces } from './live-traces.ts';
import { isLive, NotificationRules } from './notification-rules.ts';

export interface TellOptions {
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
  /** Read anew for each trace. */
  readonly settings: Config['desktop'];
  readonly window: MainWindow;
}

/** Those that anybody may still click. */
const MAX_SHOWN = 50;

/** Tells of traces beside the window: a notification that leads to the trace, and a count on the app's icon. */
export class LiveTelling {
  readonly #options: TellOptions;
  readonly #traces: LiveTraces;
  readonly #rules = new NotificationRules();
  readonly #badge: ErrorBadge;
  /** One that nobody holds may be collected before it is clicked. */
  readonly #shown = new Set<Notification>();

  constructor(options: TellOptions) {
    this.#options = options;
    this.#badge = new ErrorBadge((count) => showBadge(count, options.window));
    this.#traces = new LiveTraces({
      request: options.request,
      onTrace: (project, trace) => {
        const { settings, window } = this.#options;
        const now = Date.now();
        if (trace.has_error && isLive(trace, now))
          this.#badge.add(project, trace.trace_id, window.hasFocus, settings.error_badge);
        const moment = { now, runningMs: performance.now() };
        const notification = this.#rules.take(project, trace, settings.notifications, moment);
        if (notification) this.#notify(notification, tracePath(project, trace.trace_id));
      },
    });
  }

  start(): void {
    this.#traces.start();
  }

  stop(): void {
    this.#traces.stop();
  }

  /** The window was looked at. */
  looked(): void {
    this.#badge.clear();
  }

  settingsChanged(): void {
    this.#badge.refresh(this.#options.settings.error_badge);
  }

  #notify(text: { readonly title: string; readonly body: string }, path: string | null): void {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ ...text, silent: true });
    this.#shown.add(notification);
    // Not every system says when one is gone.
    for (const oldest of [...this.#shown].slice(0, -MAX_SHOWN)) this.#shown.delete(oldest);
    notification.on('click', () => this.#options.window.show(path));
    for (const end of ['click', 'close'] as const)
      notification.on(end as 'click', () => this.#shown.delete(notification));
    notification.show();
  }
}

/** A number where the system has a place for one, a dot on Windows. */
function showBadge(count: number, window: MainWindow): void {
  if (process.platform !== 'win32') return void app.setBadgeCount(count);
  const dot = count === 0 ? null : nativeImage.createFromPath(fileURLToPath(errorBadge));
  window.setOverlay(dot, count === 0 ? '' : `${countOf(count, 'trace')} with errors`);
}
