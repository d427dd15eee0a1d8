const writingSide = [
  'collector/store/writer',
  'collector/store/span-row',
  'collector/store/database',
  'collector/store/deleting/deletion',
  'types:collector/store/deleting/belongings',
  'collector/store/traces/trace-finder',
  'collector/store/deleting/retention',
  'collector/store/deleting/free-pages',
  'collector/store/packing/helper',
  'types:collector/store/reextraction',
  'collector/store/faults',
  'types:collector/store/committed-span',
  'types:collector/store/log-row',
  'types:collector/store/metric-row',
  'collector/store/attributes/attribute-rules',
  'types:collector/store/search/search-text',
];
const readingSide = [
  'collector/store/reader',
  'collector/store/database',
  'collector/store/faults',
  'collector/store/search/search-text',
];

/**
 * Who may import whom, as collector/README.md has it. A name is a folder or a file without its ending; `types:` allows
 * only what leaves no trace at run time.
 */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  'collector/contract': [],
  'collector/decode': [],
  'collector/messages': ['collector/contract', 'collector/decode'],
  'collector/extract': ['collector/decode', 'collector/contract'],
  'collector/store': ['collector/contract'],
  'collector/redaction': ['collector/decode', 'types:collector/contract'],
  'collector/ingest': [
    'collector/decode',
    'collector/extract',
    'collector/redaction',
    ...writingSide,
    'collector/errors',
  ],
  'collector/query': [
    ...readingSide,
    'collector/extract/pricing',
    'collector/decode',
    'collector/messages',
    'collector/contract',
    'collector/errors',
  ],
  'collector/live': ['collector/contract'],
  'collector/receivers': [
    'collector/contract',
    'collector/decode',
    'collector/body-parts',
    'collector/errors',
  ],
  // Of the readers only the names of sort keys and the conversion of times: it can get no connection to read with.
  'collector/api': [
    'collector/contract',
    'collector/query',
    'collector/live',
    'collector/body-parts',
    'collector/errors',
    'collector/store/reader',
  ],
  'collector/body-parts': ['collector/errors'],
  'collector/auth': ['collector/data-directory', 'collector/errors', 'types:collector/contract'],
  'collector/data-directory': ['collector/errors', 'collector/store/faults'],
  'collector/collector': ['collector'],
  'collector/health': ['collector'],
  'collector/listening': [],
  'collector/publishing': [
    'collector/contract',
    'types:collector/ingest/jobs',
    'types:collector/live',
    'types:collector/store/committed-span',
  ],
  // Of the redaction what says whether its rules can be.
  'collector/config': ['collector/config-merge', 'collector/contract', 'collector/redaction/rules'],
  'collector/config-merge': ['types:collector/contract'],
  'collector/settings': [
    'collector/config',
    'collector/config-merge',
    'collector/settings-file',
    'collector/contract',
    'collector/errors',
  ],
  'collector/settings-file': ['collector/config', 'collector/config-merge'],
  // Files hold what exporters send and read what queries do: import and export share both sides' way with it.
  'collector/files': [
    'collector/decode',
    'collector/messages',
    'collector/query',
    'collector/store/reader',
    'collector/store/database',
    'collector/contract',
    'collector/data-directory',
    'collector/errors',
  ],
  'collector/instance': [],
  // Beside the collector or without one: it reads and rebuilds the database itself.
  'collector/doctor': ['collector/store', 'collector/decode', 'collector/instance', 'types:collector/config'],
  'collector/cli': [
    'collector/collector',
    'collector/config',
    'collector/settings',
    'collector/auth',
    'collector/files',
    'collector/doctor',
    'collector/instance',
    'collector/store/database',
    'collector/threads',
    'collector/contract/project-id',
    'types:collector/contract',
  ],
  'collector/runtime': [],
  'collector/main': ['collector/cli', 'collector/threads'],
  // The files that start a thread, and what it takes as its end.
  'collector/threads': ['collector/ingest', 'collector/query'],
  'collector/ports': ['collector'],
  electron: [
    'collector/collector',
    'collector/config',
    'collector/config-merge',
    'collector/settings-file',
    'collector/instance',
    'collector/local-call',
    'collector/auth',
    'collector/main',
    'collector/log',
    'collector/make-folder',
    'collector/directory-in-use',
    'collector/contract',
  ],
  renderer: ['types:collector/contract', 'collector/contract/fold-letters', 'types:electron/contract'],
  'renderer/lib': ['types:collector/contract', 'collector/contract/fold-letters', 'types:electron/contract'],
};

/** Small files without imports of their own, what we do to Node and V8, and types of the settings. */
export const freeToCollector = [
  'types:collector/config',
  'collector/log',
  'collector/raw-json',
  'collector/recorded-json',
  'collector/database-file',
  'collector/directory-in-use',
  'collector/version',
  'collector/runtime',
  'collector/make-folder',
  'collector/owner-only',
  'collector/patience',
  'collector/once-a-minute',
  'collector/local-call',
  'collector/zstd-frames',
];

/** Third-party packages that only some may import. */
export const onlyImportedBy: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['collector/store'],
  protobufjs: ['collector/decode'],
  commander: ['collector/cli'],
  typebox: ['collector/contract', 'collector/config-merge', 'collector/api'],
  electron: ['electron'],
  re2js: ['collector/redaction'],
};
