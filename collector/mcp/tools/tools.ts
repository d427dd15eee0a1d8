import { getMetricTool } from './get-metric.ts';
import { getSpanTool } from './get-span.ts';
import { getStatsTool } from './get-stats.ts';
import { getTraceTool } from './get-trace.ts';
import { listFilterValuesTool } from './list-filter-values.ts';
import { listLogsTool } from './list-logs.ts';
import { listMetricsTool } from './list-metrics.ts';
import { listProjectsTool } from './list-projects.ts';
import { listSessionsTool } from './list-sessions.ts';
import { listSpansTool } from './list-spans.ts';
import { listTracesTool } from './list-traces.ts';
import { readConversationTool } from './read-conversation.ts';
import type { Tool } from './tool.ts';

/** What assistants can call, in the order in which they are told of it. */
export const TOOLS: readonly Tool[] = [
  listTracesTool,
  getTraceTool,
  readConversationTool,
  getSpanTool,
  listSpansTool,
  listSessionsTool,
  getStatsTool,
  listFilterValuesTool,
  listLogsTool,
  listMetricsTool,
  getMetricTool,
  listProjectsTool,
];
