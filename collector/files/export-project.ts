import { ApiError } from '../errors.ts';
import { openBesideCollector } from '../store/file/database.ts';
import { Reader } from '../query/reader.ts';
import type { ExportSelection } from '../store/reader/export.ts';
import { exportMarkdown, exportMessagesJson, noticing, type ExportListeners } from './export-messages.ts';
import { exportOtlp } from './export-otlp.ts';

export const EXPORT_FORMATS = ['otlp-jsonl', 'messages-json', 'markdown'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Nanoseconds since 1970 of an ISO 8601 time, as the API reads it; undefined where it is none. */
export { parseTimestamp as parseFrom, parseEnd as parseTo } from '../contract/read-time.ts';

export interface ExportRequest extends ExportSelection, ExportListeners {
  readonly dataDirectory: string;
  readonly projectId: string;
  readonly format: ExportFormat;
}

/**
 * Text of a selection in pieces, read straight from the database, whether a collector runs on it or not. Throws, in one
 * line, where there is no database, and PROJECT_NOT_FOUND, TRACE_NOT_FOUND or SESSION_NOT_FOUND for one that is named and is
 * not there.
 */
export function* exportProject({
  dataDirectory,
  projectId,
  format,
  onLeftOut,
  onDamaged,
  onNothing,
  ...selection
}: ExportRequest): Generator<string> {
  const database = openBesideCollector(dataDirectory);
  try {
    const reader = new Reader(database);
    if (!reader.hasProject(projectId))
      throw new ApiError('PROJECT_NOT_FOUND', `there is no project ${projectId}`);
    for (const traceId of selection.traceIds ?? []) reader.trace({ project: projectId, traceId });
    for (const sessionId of selection.sessionIds ?? []) reader.session({ project: projectId, sessionId });
    const listeners = { onLeftOut, onDamaged, onNothing };
    if (format === 'otlp-jsonl')
      yield* noticing(exportOtlp(reader, reader.project(projectId), selection, onDamaged), listeners);
    else if (format === 'markdown') yield* exportMarkdown(reader, projectId, selection, listeners);
    else yield* exportMessagesJson(reader, projectId, selection, listeners);
  } finally {
    database.close();
  }
}
