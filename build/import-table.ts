/** What the ingest thread needs of the store. */
const writingSide = [
  'collector/store/writing/writer',
  'collector/store/rows/span-row',
  'collector/store/file/database',
  'types:collector/store/deleting/deletion',
  'collector/store/deleting/sweep-failure',
  'types:collector/store/deleting/belongings',
  'collector/store/traces/trace-finder',
  'collector/store/deleting/retention',
  'collector/store/deleting/free-pages',
  'collector/store/packing/checkpoints',
  'collector/store/packing/helper',
  'types:collector/store/reextraction',
  'collector/store/faults',
  'collector/store/rows/committed-span',
  'types:collector/store/rows/log-row',
  'types:collector/store/rows/metric-row',
  'collector/store/attributes/attribute-rules',
  'types:collector/store/search/deleted-words',
  'types:collector/store/search/search-text',
];
/** A connection that only reads, and all that reads with it. */
const readingSide = [
  'collector/store/reader',
  'collector/store/chunks/preview-reader',
  'collector/store/chunks/raw-records',
  'collector/store/file/database',
  'collector/store/faults',
  'collector/store/search/search-text',
];

/**
 * Who may import whom. A name is a folder or a file without its ending, to which tests do not belong; `types:` allows only what
 * leaves no trace at run time. What is not allowed to import something is handed it.
 */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  // The window imports it, too: nothing of it may bring the collector along.
  'collector/contract': [],
  'collector/decode': [],
  'collector/messages': ['collector/contract', 'collector/decode'],
  'collector/extract': ['collector/decode', 'collector/contract'],
  'collector/store': ['collector/contract'],
  // Without the store: rules see the bytes of a request before anything of it is stored.
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
    'collector/store/search/search-terms',
    'collector/extract/pricing',
    'collector/decode',
    'collector/messages',
    'collector/contract',
    'collector/errors',
  ],
  'collector/live': ['collector/contract'],
  // Bytes in, answer out: what takes the bytes is handed to them (`consume`), and they know no storage.
  'collector/receivers': [
    'collector/contract',
    'collector/decode',
    'collector/body-parts',
    'collector/errors',
  ],
  // It can get no connection to read with; what writes is handed to it (`commands`).
  'collector/api': [
    'collector/contract',
    'collector/query',
    'collector/live',
    'collector/body-parts',
    'collector/errors',
    'types:collector/store/reader/filter-fields',
  ],
  // A reader with another protocol: what it tells is what the operations answer.
  // Beside the collector or without one: for an assistant that starts it, it opens the database itself.
  'collector/mcp': [
    'collector/query',
    'collector/store/file/database',
    'collector/contract',
    'collector/errors',
  ],
  'collector/body-parts': ['collector/errors'],
  'collector/auth': ['collector/need-data-directory', 'collector/errors', 'types:collector/contract'],
  'collector/need-data-directory': ['collector/errors', 'collector/store/faults'],
  'collector/collector': ['collector'],
  'collector/parts': ['collector'],
  'collector/health': ['collector'],
  'collector/lifecycle': [],
  'collector/listening': [],
  'collector/once-a-minute': [],
  'collector/publishing': [
    'collector/contract',
    'types:collector/ingest/jobs',
    'types:collector/live',
    'types:collector/store/rows/committed-span',
  ],
  // Of the redaction what says whether its rules can be.
  'collector/config': ['collector/contract', 'collector/redaction/rules', 'collector/errors'],
  // Import sends what files hold to a collector; export reads the database itself, beside a running one.
  'collector/files': [
    'collector/decode',
    'collector/query',
    'collector/store/reader/export',
    'collector/store/chunks/raw-records',
    'collector/store/file/database',
    'collector/contract',
    'collector/need-data-directory',
    'collector/errors',
  ],
  'collector/instance': ['collector/contract/reachable'],
  // Beside the collector or without one: it reads and rebuilds the database itself.
  'collector/doctor': [
    'collector/store',
    'collector/decode',
    'collector/instance',
    'collector/listening',
    'types:collector/config',
  ],
  'collector/cli': [
    'collector/collector',
    'collector/config',
    'collector/auth',
    'collector/files',
    'collector/doctor',
    'collector/mcp/stdio',
    'collector/instance',
    'collector/store/file/directory-lock',
    'collector/threads',
    'collector/contract/project-id',
    'collector/contract/reachable',
    'types:collector/contract',
  ],
  'collector/lib': [],
  'collector/runtime': [],
  'collector/main': ['collector/cli', 'collector/threads'],
  'collector/start': ['types:collector/main'],
  // The files that start a thread, and what it takes as its end.
  'collector/threads': ['collector/ingest', 'collector/query'],
  'collector/ports': ['collector'],
  // The collector that it runs and those that it finds; `main` is what the installed app is when it is given a command.
  electron: [
    'collector/collector',
    'collector/config',
    'collector/instance',
    'collector/auth',
    'collector/main',
    // Data that is moved is nobody else's meanwhile.
    'collector/store/file/directory-lock',
    'collector/lib',
    'collector/contract',
  ],
  renderer: [
    'types:collector/contract',
    'collector/contract/conversation-markdown',
    'collector/contract/fold-letters',
    'collector/contract/mcp',
    'collector/contract/model-calls',
    'collector/contract/named-data',
    'collector/contract/reachable',
    'collector/contract/read-time',
    'types:electron/contract',
  ],
  'renderer/lib': [
    'types:collector/contract',
    'collector/contract/fold-letters',
    'collector/contract/model-calls',
    'collector/contract/reachable',
    'collector/contract/read-time',
    'types:electron/contract',
  ],
};

/** What needs nothing of the collector, what we do to Node and V8, and types of the settings. */
export const freeToCollector = ['types:collector/config', 'collector/lib', 'collector/runtime'];

/** The folders of the window, each of which imports only those before it. */
export const windowLayers = ['lib', 'api', 'ui', 'features', 'app'];

/** Where programs and threads begin, and what a page gets as it is: no module imports it. */
export const beginnings = [
  'collector/files/import-worker.ts',
  'collector/ingest/worker/worker.ts',
  'collector/mcp/worker.ts',
  'collector/query/worker.ts',
  'collector/runtime/start-thread.ts',
  'collector/start.ts',
  'collector/store/file/write-empty-database.ts',
  'electron/entry.ts',
  'electron/preload.ts',
  'renderer/main.ts',
  'renderer/public/theme.js',
];

/** Third-party packages that only some may import. */
export const onlyImportedBy: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['collector/store'],
  protobufjs: ['collector/decode'],
  commander: ['collector/cli'],
  typebox: [
    'collector/contract',
    'collector/config',
    'collector/api',
    'collector/query/parameters',
    'collector/mcp',
  ],
  '@modelcontextprotocol/server': ['collector/mcp'],
  electron: ['electron'],
  re2js: ['collector/redaction'],
  '@date-fns/tz': ['collector/query'],
};
