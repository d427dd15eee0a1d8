import { createParser } from 'eventsource-parser';
import type { ProjectList } from '../../collector/contract/projects.ts';
import type { TracePage, TraceSummary } from '../../collector/contract/traces.ts';

export interface LiveTracesOptions {
  /** Asks the collector, with a token where it wants one. */
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
  /** A trace of which something came, when nothing has come for a moment, or now and then while it goes on. */
  readonly onTrace: (projectId: string, trace: TraceSummary) => void;
  /** Milliseconds. */
  readonly quietMs?: number;
  readonly projectsMs?: number;
  /** Of an answer that is no stream. */
  readonly patienceMs?: number;
}

/** Streams at once; a collector serves a hundred. */
const MAX_PROJECTS = 20;
const MAX_WAITING = 10_000;
const BATCH = 100;
/** A trace that never rests is looked at all the same. */
const PATIENCE = 5;

interface Waiting {
  readonly project: string;
  readonly traceId: string;
  readonly since: number;
  due: number;
}

/**
 * What happens in all projects, trace by trace: listens to their streams and reads a trace again when it has gone quiet.
 * A stream that breaks is opened again with the next look at the projects; what it missed meanwhile is not told.
 */
export class LiveTraces {
  readonly #options: Required<LiveTracesOptions>;
  readonly #streams = new Map<string, AbortController>();
  readonly #waiting = new Map<string, Waiting>();
  #projectsTimer: NodeJS.Timeout | undefined;
  /** While anything waits, and until it has been read. */
  #readingTimer: NodeJS.Timeout | undefined;
  #isStopped = true;
  #isLooking = false;

  constructor(options: LiveTracesOptions) {
    this.#options = { quietMs: 2000, projectsMs: 5000, patienceMs: 10_000, ...options };
  }

  start(): void {
    this.#isStopped = false;
    void this.#lookAtProjects();
    this.#projectsTimer = setInterval(() => void this.#lookAtProjects(), this.#options.projectsMs).unref();
  }

  /** Ends the streams. May be called twice. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#projectsTimer);
    clearTimeout(this.#readingTimer);
    this.#readingTimer = undefined;
    for (const stream of this.#streams.values()) stream.abort();
    this.#streams.clear();
    this.#waiting.clear();
  }

  async #lookAtProjects(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const list = await this.#json<ProjectList>('/api/v1/projects');
      if (list !== null) await this.#listenTo(newestOf(list));
    } finally {
      this.#isLooking = false;
    }
  }

  /**
   * And to no others. A new project has no stream before its first trace: its traces of the last moment are read as if it
   * had.
   */
  async #listenTo(projects: readonly string[]): Promise<void> {
    for (const [project, stream] of this.#streams) if (!projects.includes(project)) stream.abort();
    for (const project of projects) {
      if (this.#isStopped) return;
      if (this.#streams.has(project)) continue;
      const stream = new AbortController();
      this.#streams.set(project, stream);
      this.#listen(project, stream.signal)
        // It is opened again at the next look.
        .catch(() => {})
        .finally(() => {
          if (this.#streams.get(project) === stream) this.#streams.delete(project);
        });
      await this.#noteNewest(project);
    }
  }

  async #noteNewest(project: string): Promise<void> {
    const query = new URLSearchParams({ limit: String(BATCH), include_nongenai: 'true' });
    const page = await this.#json<TracePage>(`${pathOf(project)}/traces?${query}`);
    for (const { trace_id } of page?.data ?? []) this.#note(project, trace_id);
  }

  async #listen(project: string, signal: AbortSignal): Promise<void> {
    const answer = await this.#options.request(`${pathOf(project)}/sse`, { signal });
    if (!answer.ok || !answer.body) return answer.body?.cancel();
    const parser = createParser({
      onEvent: ({ event, data }) => {
        if (event !== 'span') return;
        const { trace_id } = JSON.parse(data) as { trace_id?: unknown };
        if (typeof trace_id === 'string') this.#note(project, trace_id);
      },
    });
    const decoder = new TextDecoder();
    for await (const chunk of answer.body) parser.feed(decoder.decode(chunk, { stream: true }));
  }

  #note(project: string, traceId: string): void {
    if (this.#isStopped) return;
    const key = `${project}/${traceId}`;
    const now = performance.now();
    const { quietMs } = this.#options;
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.due = Math.min(now + quietMs, waiting.since + quietMs * PATIENCE);
    else if (this.#waiting.size < MAX_WAITING)
      this.#waiting.set(key, { project, traceId, since: now, due: now + quietMs });
    this.#readLater();
  }

  #readLater(): void {
    this.#readingTimer ??= setTimeout(() => void this.#readQuiet(), this.#options.quietMs / 2).unref();
  }

  async #readQuiet(): Promise<void> {
    try {
      const now = performance.now();
      const quiet = [...this.#waiting].filter(([, { due }]) => due <= now);
      for (const [key] of quiet) this.#waiting.delete(key);
      const byProject = Map.groupBy(
        quiet.map(([, waiting]) => waiting),
        ({ project }) => project,
      );
      for (const [project, traces] of byProject)
        for (let at = 0; at < traces.length; at += BATCH)
          await this.#read(
            project,
            traces.slice(at, at + BATCH).map(({ traceId }) => traceId),
          );
    } finally {
      this.#readingTimer = undefined;
      if (this.#waiting.size > 0) this.#readLater();
    }
  }

  async #read(project: string, traceIds: readonly string[]): Promise<void> {
    const query = new URLSearchParams({
      limit: String(BATCH),
      include_nongenai: 'true',
      filters: JSON.stringify([{ key: 'trace_id', op: 'in', value: traceIds }]),
    });
    const page = await this.#json<TracePage>(`${pathOf(project)}/traces?${query}`);
    for (const trace of page?.data ?? []) this.#options.onTrace(project, trace);
  }

  /** Null where the collector does not answer, which others say; the next look is soon. */
  async #json<T>(path: string): Promise<T | null> {
    try {
      const signal = AbortSignal.timeout(this.#options.patienceMs);
      const answer = await this.#options.request(path, { signal });
      if (answer.ok) return (await answer.json()) as T;
      await answer.body?.cancel();
    } catch {
      // As above.
    }
    return null;
  }
}

/** The projects of which something came last. */
const newestOf = ({ data }: ProjectList): string[] =>
  data
    .toSorted((a, b) => (b.last_seen ?? '').localeCompare(a.last_seen ?? ''))
    .slice(0, MAX_PROJECTS)
    .map(({ project_id }) => project_id);

const pathOf = (project: string): string => `/api/v1/project/${encodeURIComponent(project)}/otel`;
