/** How a setting is shown and changed. */
export type SettingKind =
  | 'text'
  | 'number'
  | 'bytes'
  | 'seconds'
  | 'switch'
  | 'list'
  | 'choice'
  | 'prices'
  | 'redaction';

export type SettingRow = {
  /** As in files and in the API. */
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
  readonly kind: SettingKind;
  /** What no value means. */
  readonly nothing?: string;
};

export type SettingSection = {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  readonly rows: readonly SettingRow[];
};

/** The collector's settings by what they are about. Those of the desktop app are shown by its own group. */
export const SETTING_SECTIONS: readonly SettingSection[] = [
  {
    id: 'network',
    title: 'Addresses and ports',
    hint: 'Where the collector listens. A port of 0 takes a free one.',
    rows: [
      {
        key: 'server.host',
        label: 'Host',
        hint: 'Beyond this machine only with authentication on',
        kind: 'text',
      },
      { key: 'server.port', label: 'Port', hint: 'REST, streams, this page, OTLP over HTTP', kind: 'number' },
      { key: 'otel.http.enabled', label: 'OTLP over HTTP on the standard port', kind: 'switch' },
      { key: 'otel.http.port', label: 'Standard port for HTTP', kind: 'number' },
      { key: 'otel.grpc.enabled', label: 'OTLP over gRPC', kind: 'switch' },
      { key: 'otel.grpc.port', label: 'Port for gRPC', kind: 'number' },
      {
        key: 'server.cors_origins',
        label: 'Other origins',
        hint: 'Web pages that may read and change everything here, one a line',
        kind: 'list',
      },
    ],
  },
  {
    id: 'access',
    title: 'Access and tokens',
    hint: 'Who may read, and who may send.',
    rows: [
      { key: 'auth.enabled', label: 'Ask everybody for a token', kind: 'switch' },
      { key: 'otel.auth.required', label: 'Ask exporters for a token', kind: 'switch' },
    ],
  },
  {
    id: 'data',
    title: 'Data',
    hint: 'One SQLite database, on this machine.',
    rows: [
      { key: 'storage.data_dir', label: 'Directory', kind: 'text' },
      {
        key: 'storage.synchronous',
        label: 'Writing',
        hint: '“normal” survives a killed process, “full” a power cut as well',
        kind: 'choice',
      },
    ],
  },
  {
    id: 'retention',
    title: 'Retention',
    hint: 'Whole traces go, oldest first, as soon as one of these bounds is passed.',
    rows: [
      { key: 'otel.retention.days', label: 'Keep for days', kind: 'number', nothing: 'for ever' },
      { key: 'otel.retention.max_spans', label: 'Keep spans', kind: 'number', nothing: 'any number' },
      { key: 'otel.retention.max_bytes', label: 'Keep bytes', kind: 'bytes', nothing: 'any size' },
      { key: 'otel.retention.check_interval_secs', label: 'Look every', kind: 'seconds' },
    ],
  },
  {
    id: 'pricing',
    title: 'Prices',
    hint: 'What models cost, where the built-in list does not know or you pay otherwise. They count for spans that arrive from now on, and for stored ones after “tracedeck reindex --all”.',
    rows: [{ key: 'pricing.overrides', label: 'Own prices', kind: 'prices' }],
  },
  {
    id: 'redaction',
    title: 'Content redaction',
    hint: 'What is taken out of everything that arrives, before it is stored, indexed or shown. What is stored already stays as it is: delete the traces that should not have it.',
    rows: [
      {
        key: 'redaction.rules',
        label: 'Rules',
        hint: 'They count from the next export on. How many values of a request they changed stands in the ingest doctor.',
        kind: 'redaction',
      },
    ],
  },
  {
    id: 'search',
    title: 'Search and filters',
    hint: 'What spans can be found and filtered by. Changes count for spans that arrive from now on, those of attribute keys also for stored ones after “tracedeck reindex --all”.',
    rows: [
      {
        key: 'otel.search.enabled',
        label: 'Full text search',
        hint: 'What arrives while it is off is indexed when it is on again',
        kind: 'switch',
      },
      {
        key: 'otel.attributes.auto_index_genai',
        label: 'Index every gen_ai attribute',
        kind: 'switch',
      },
      {
        key: 'otel.attributes.span_attributes',
        label: 'Other attributes of spans',
        hint: 'Keys, one a line',
        kind: 'list',
      },
      {
        key: 'otel.attributes.trace_attributes',
        label: 'Other attributes of traces',
        hint: 'Keys, one a line',
        kind: 'list',
      },
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    hint: 'What is taken in at once. Past these exporters are asked to send again, so nothing is lost.',
    rows: [
      { key: 'otel.ingestion.max_body_bytes', label: 'Largest request, unpacked', kind: 'bytes' },
      { key: 'otel.ingestion.channel_capacity', label: 'Requests that may wait', kind: 'number' },
      { key: 'otel.ingestion.buffer_max_spans', label: 'Spans that may wait', kind: 'number' },
      { key: 'otel.ingestion.buffer_max_bytes', label: 'Bytes that may wait', kind: 'bytes' },
      { key: 'stream.max_connections', label: 'Live streams at once', kind: 'number' },
      { key: 'stream.timeout_secs', label: 'A stream ends after', kind: 'seconds' },
      { key: 'stream.keepalive_secs', label: 'A stream says that it lives every', kind: 'seconds' },
    ],
  },
];

/** The rows of a section, for groups that show more than those. */
export function rowsOf(id: string): readonly SettingRow[] {
  return SETTING_SECTIONS.find((section) => section.id === id)?.rows ?? [];
}

/** The settings of the desktop app itself. */
export const DESKTOP_ROWS: readonly SettingRow[] = [
  {
    key: 'desktop.close_to_tray',
    label: 'Keep running in the tray',
    hint: 'Closing the window leaves the collector running, where there is a tray',
    kind: 'switch',
  },
  { key: 'desktop.start_at_login', label: 'Start at login', hint: 'In the tray', kind: 'switch' },
  {
    key: 'desktop.error_badge',
    label: 'Count errors on the icon',
    hint: 'Traces with errors that came while the window was away',
    kind: 'switch',
  },
  { key: 'desktop.notifications.errors', label: 'Tell of traces that end in an error', kind: 'switch' },
  {
    key: 'desktop.notifications.cost_dollars',
    label: 'Tell of traces that cost more than',
    hint: 'Dollars',
    kind: 'number',
    nothing: 'never',
  },
  {
    key: 'desktop.notifications.duration_secs',
    label: 'Tell of traces that take longer than',
    kind: 'seconds',
    nothing: 'never',
  },
  {
    key: 'desktop.updates.enabled',
    label: 'Look for updates',
    hint: 'Asks GitHub for new versions now and then; nothing is installed while exports arrive',
    kind: 'switch',
  },
];
