import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { conversationMarkdown } from '../../../collector/contract/conversation-markdown.ts';
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
export function useExport(project: string, trace: TraceTreeDetail | undefined): Exports {
  const client = useQueryClient();
  const [state, setState] = useState<Exports['state']>(null);
  const running = useRef<AbortController | null>(null);
  const run = async (save: (trace: TraceTreeDetail, signal: AbortSignal) => Promise<void>): Promise<void> => {
    if (trace === undefined) return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ text: 'Exporting…', isRunning: true });
    try {
      await save(trace, controller.signal);
      setState(null);
    } catch (error) {
      if (controller.signal.aborted) setState(null);
      else setState({ text: `The export failed: ${String(error)}`, isRunning: false });
    }
  };
  const messages = () => client.fetchQuery(traceMessagesQuery(project, trace?.trace_id ?? ''));
  return {
    state,
    cancel: () => {
      running.current?.abort();
      setState(null);
    },
    otlp: () =>
      void run(async (saved, signal) => {
        const lines = await readOtlp(project, saved.trace_id, signal, (share) =>
          setState({ text: `Exporting… ${Math.floor(100 * share)} %`, isRunning: true }),
        );
        // One line is JSON, too, which any program reads.
        const [ending, type] =
          lines.length === 1 ? ['otlp.json', 'application/json'] : ['otlp.jsonl', 'application/x-ndjson'];
        downloadText(
          traceFileName(saved.trace_name, saved.trace_id, ending),
          type,
          lines.map((line) => `${line}\n`),
        );
      }),
    conversationJson: () =>
      void run(async (saved) => {
        const text = `${printJson(await messages())}\n`;
        downloadText(traceFileName(saved.trace_name, saved.trace_id, 'messages.json'), 'application/json', [
          text,
        ]);
      }),
    conversationMarkdown: () =>
      void run(async (saved) => {
        const { trace_name: title, trace_id } = saved;
        const text = conversationMarkdown({ title, trace_id }, await messages(), printJson);
        downloadText(traceFileName(saved.trace_name, saved.trace_id, 'md'), 'text/markdown', [text]);
      }),
  };
}
