import type { LogPage } from '../../contract/logs.ts';
import { listLogs as readLogs, type LogFilter } from '../../store/reader/logs.ts';
import { logItems } from '../log-content.ts';
import { A_PAGE } from '../answer-bounds.ts';
import type { InProject, Reader } from '../reader.ts';

export function listLogs(reader: Reader, { project, ...filter }: InProject & LogFilter): LogPage {
  const { rows, meta } = readLogs(reader.statements, reader.project(project), filter);
  return { data: logItems(reader, rows, A_PAGE), meta };
}
