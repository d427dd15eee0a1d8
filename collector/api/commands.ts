/**
 * What changes the store: done by the ingest thread, the only one that writes. Each answer comes when all is done and
 * says whether there was what the command names.
 */
export interface Commands {
  deleteTrace(projectId: string, traceId: string): Promise<boolean>;
  deleteSessions(projectId: string, sessionIds: readonly string[]): Promise<boolean>;
  deleteProject(projectId: string): Promise<boolean>;
  /** Reads some spans anew; answers how many, and how many of them are too damaged to be read. */
  reindex(all: boolean, maxSpans: number): Promise<{ readonly spans: number; readonly unreadable: number }>;
}
