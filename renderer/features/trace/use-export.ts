import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { conversationMarkdown } from '../../../collector/contract/conversation-markdown.ts';
import type { Conversation } from '../../../collector/contract/messages.ts';
import type { TraceTreeDetail } from '../../../collector/contract/traces.ts';
import { readOtlp } from '../../api/otlp-export.ts';
import { traceMessagesQuery } from '../../api/queries.ts';
import { printJson } from '../../lib/json-preview.ts';
import { downloadText, traceFileName } from '../../lib/download.ts';

export type Exports = {
  readonly otlp: () => void;
  readonly conversationJson: () => void;
  readonly conversationMarkdown: () => void;
  /** What is being done or went wrong; null when there is nothing to say. */
  readonly state: { readonly text: string; readonly isRunning: boolean } | null;
  readonly cancel: () => void;
};

/** Saves a trace or its conversation as a file. What is long shows how far it is, and can be cancelled. */
export function useExport(project: string, trace: TraceTreeDetail): Exports {
  const client = useQueryClient();
  const [state, setState] = useState<Exports['state']>(null);
  const running = useRef<AbortController | null>(null);
  const { trace_id, trace_name } = trace;
  /** One at a time: what another takes the place of saves nothing and says nothing more. */
  const run = async (save: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setState({ text: 'Exporting…', isRunning: true });
    try {
      await save(signal);
      if (!signal.aborted) setState(null);
    } catch (error) {
      if (!signal.aborted) setState({ text: `The export failed: ${String(error)}`, isRunning: false });
    }
  };
  const download = (ending: string, type: string, pieces: readonly string[]): void =>
    downloadText(traceFileName(trace_name, trace_id, ending), type, pieces);
  const messages = async (signal: AbortSignal): Promise<Conversation> => {
    const read = await client.fetchQuery(traceMessagesQuery(project, trace_id));
    signal.throwIfAborted();
    return read;
  };
  return {
    state,
    cancel: () => {
      running.current?.abort();
      setState(null);
    },
    otlp: () =>
      void run(async (signal) => {
        const read = await readOtlp(project, trace_id, signal, (share) => {
          if (signal.aborted) return;
          setState({ text: `Exporting… ${Math.floor(100 * share)} %`, isRunning: true });
        });
        signal.throwIfAborted();
        const lines = read.map((line) => `${line}\n`);
        // One line is JSON, too, which any program reads.
        if (lines.length === 1) download('otlp.json', 'application/json', lines);
        else download('otlp.jsonl', 'application/x-ndjson', lines);
      }),
    conversationJson: () =>
      void run(async (signal) =>
        download('messages.json', 'application/json', [`${printJson(await messages(signal))}\n`]),
      ),
    conversationMarkdown: () =>
      void run(async (signal) => {
        const text = conversationMarkdown({ title: trace_name, trace_id }, await messages(signal), printJson);
        download('md', 'text/markdown', [text]);
      }),
  };
}
