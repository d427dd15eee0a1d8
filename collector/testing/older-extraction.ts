import type { Database } from 'better-sqlite3';
import { TraceDecoder } from '../decode/traces.ts';
import { createExtractor } from '../extract/extract.ts';
import { AttributeIndexer } from '../ingest/worker/attribute-indexer.ts';
import { spanRow } from '../ingest/worker/span-row.ts';
import type { SpanRow } from '../store/rows/span-row.ts';

/** What an older version might not have read from a span. */
export const BLIND_TO = [
  'framework',
  'usage',
  'responses',
  'identity',
  'labels',
  'attributes',
  'placeholders',
] as const;
export type Blindness = (typeof BLIND_TO)[number];

const INDEXED = { trace_attributes: [], span_attributes: [], auto_index_genai: true };
const decoder = new TraceDecoder();
const extractor = createExtractor();

/** The rows that a version without some of today's readers would have made of a request. */
export function olderRows(body: Buffer, blind: readonly Blindness[]): SpanRow[] {
  const rows: SpanRow[] = [];
  const indexer = new AttributeIndexer(INDEXED);
  decoder.decode(body, (span) => {
    const now = extractor.extract(span);
    const fields = blind.includes('placeholders') ? { ...now, running: false } : now;
    const row = spanRow(span, fields, blind.includes('attributes') ? [] : indexer.read(span));
    rows.push({ ...row, columns: Object.assign({}, row.columns, ...blind.map((one) => UNREAD[one])) });
  });
  return rows;
}

const UNREAD: Readonly<Record<Blindness, Partial<SpanRow['columns']>>> = {
  framework: { framework: null, category: 'other', observationType: 'span', requestModel: null },
  usage: {
    inputTokens: null,
    outputTokens: null,
    totalTokens: null,
    inputCost: 0,
    outputCost: 0,
    totalCost: 0,
  },
  responses: { responseId: null },
  identity: { sessionId: null, userId: 'somebody', environment: null },
  labels: { tags: '["old"]', agentName: 'old', toolName: null, inputPreview: null, outputPreview: 'old' },
  attributes: {},
  placeholders: {},
};

/** Says of all that is stored that an older version has extracted it. */
export function makeOlder(database: Database): void {
  database.exec(`UPDATE traces SET extraction = 0, reindexed = NULL;
    DELETE FROM extractions;
    INSERT INTO extractions SELECT 0, SUM(span_count) FROM traces HAVING SUM(span_count) > 0;`);
}
