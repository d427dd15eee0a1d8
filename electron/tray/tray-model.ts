import type { Health, Receiver } from '../../collector/contract/health.ts';
import { reachable } from '../../collector/contract/reachable.ts';
import { countOf } from '../../collector/contract/words.ts';
import type { TrayTone } from '../icons.ts';

export type TrayAction = 'open' | 'toggle-pause' | 'copy-endpoint' | 'toggle-start-at-login' | 'quit';

export type TrayItem =
  | { readonly type: 'separator' }
  | { readonly type: 'text'; readonly label: string }
  | {
      readonly type: 'action';
      readonly label: string;
      readonly action: TrayAction;
      readonly checked?: boolean;
    };

export interface TrayModel {
  readonly tone: TrayTone;
  readonly tooltip: string;
  readonly items: readonly TrayItem[];
}

export interface TrayFacts {
  /** Null while the collector does not answer. */
  readonly health: Health | null;
  readonly isAttached: boolean;
  readonly startAtLogin: boolean;
}

/** What the tray says and offers. */
export function trayModel({ health, isAttached, startAtLogin }: TrayFacts): TrayModel {
  const paused = health?.receiving.paused ?? false;
  const tone = health === null || health.status !== 'ok' ? 'problem' : paused ? 'paused' : 'ok';
  return {
    tone,
    tooltip: `Tracedeck\n${stateOf(health)}${figuresOf(health)}`,
    items: [
      // Without what goes up and down: a menu that changes is replaced.
      text(stateOf(health)),
      ...receiverLines(health).map(text),
      ...(isAttached ? [text('Collector of another program')] : []),
      { type: 'separator' },
      { type: 'action', label: 'Open Tracedeck', action: 'open' },
      ...(health === null ? [] : pauseItems(health)),
      ...(endpointOf(health) === null ? [] : [action('Copy OTLP Endpoint', 'copy-endpoint')]),
      { type: 'separator' },
      { type: 'action', label: 'Start at Login', action: 'toggle-start-at-login', checked: startAtLogin },
      action('Quit Tracedeck', 'quit'),
    ],
  };
}

/** What exporters are told: the standard port where it listens, else the main one; null where nothing does. */
export function endpointOf(health: Health | null): string | null {
  const address = health?.receivers.standard_http.address ?? health?.receivers.http.address ?? null;
  return address === null ? null : reachable(address);
}

const text = (label: string): TrayItem => ({ type: 'text', label });
const action = (label: string, what: TrayAction): TrayItem => ({ type: 'action', label, action: what });

function stateOf(health: Health | null): string {
  if (health === null) return 'The collector does not answer';
  if (health.receiving.paused) return 'Receiving is paused';
  return health.otel.status === 'failing' ? 'The database takes nothing: see the log' : 'Receiving';
}

/** What goes up and down with what is received, to stand behind the state. */
function figuresOf(health: Health | null): string {
  if (health === null) return '';
  const { paused, refused } = health.receiving;
  if (paused) return refused === 0 ? '' : `, ${countOf(refused, 'export')} refused`;
  if (health.otel.status === 'failing') return '';
  const rate = health.ingest.spans_per_second;
  return rate === 0 ? ', waiting for spans' : `, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)} spans/s`;
}

function receiverLines(health: Health | null): string[] {
  if (health === null) return [];
  const { http, standard_http: standardHttp, grpc } = health.receivers;
  return [lineOf('HTTP', http), lineOf('OTLP/HTTP', standardHttp), lineOf('OTLP/gRPC', grpc)];
}

function lineOf(name: string, { status, address }: Receiver): string {
  if (status === 'listening') return `${name} ${portOf(address)}`;
  return `${name} ${status === 'off' ? 'off' : 'is not listening'}`;
}

function pauseItems({ receiving }: Health): TrayItem[] {
  return [{ type: 'action', label: 'Pause Receiving', action: 'toggle-pause', checked: receiving.paused }];
}

const portOf = (address: string | null): string => address?.split(':').at(-1) ?? '';
