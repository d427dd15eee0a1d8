/**
 * What changes the store: done by the ingest thread, the only one that writes. Each answer comes when all is done and
 * says whether there was what the command names.
 */
export interface Commands {
  deleteTrace(projectId: string, traceId: string): Promise<boolean>;
  deleteSessions(projectId: string, sessionIds: readonly string[]): Promise<boolean>;
  deleteProject(projectId: string): Promise<boolean>;
}
