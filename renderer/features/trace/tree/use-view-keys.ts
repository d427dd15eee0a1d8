import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { rawSpanQuery } from '../../../api/queries.ts';
import { copyText } from '../../../lib/clipboard.ts';
import { printJson } from '../../../lib/json-preview.ts';
import { isRunning } from '../../../lib/span-tree.ts';
import { shownName } from '../../../lib/text.ts';
import { panWindow, scaleWindow } from '../../../lib/waterfall.ts';
import { useShortcuts } from '../../../ui/keyboard/use-shortcuts.ts';
import type { TraceView } from '../use-trace-view.ts';

const ZOOM = 0.7;
const PAN = 0.2;
const SAID_MS = 2500;

/**
 * `f` focuses on the selected span and what is below it, again or Escape shows all; `w` `s` zoom in and out, about the
 * selected span where it is in sight, `a` `d` pan, `z` shows its time alone and all again; `c` copies the span that is marked as JSON. Gives what is to be said of it.
 */
export function useViewKeys(project: string, traceId: string, view: TraceView): string {
  const { tree, whole, selectedId, markedId, focusId, zoom, setZoom, zoomTo, setFocus } = view;
  const client = useQueryClient();
  const [said, say] = useSaid();
  const window = zoom ?? whole;
  const scale = (factor: number): void => {
    const node = selectedId === null ? undefined : tree.byId.get(selectedId);
    const middle =
      node === undefined ? NaN : (node.startMs + (isRunning(node) ? whole.endMs : node.endMs)) / 2;
    const isInSight = middle >= window.startMs && middle <= window.endMs;
    setZoom(scaleWindow(window, whole, factor, isInSight ? middle : (window.startMs + window.endMs) / 2));
  };
  const copy = async (spanId: string): Promise<void> => {
    const query = { ...rawSpanQuery(project, traceId, spanId), staleTime: Infinity };
    const span = await client.fetchQuery(query).catch(() => null);
    if (span === null) return say('The span could not be fetched');
    const isCopied = await copyText(printJson(span.raw_span)).then(
      () => true,
      () => false,
    );
    say(isCopied ? `Copied ${shownName(span.span_name)} as JSON` : 'Copying was refused');
  };
  useShortcuts({
    f: () => setFocus(focusId === null || focusId !== selectedId ? selectedId : null),
    Escape: () => focusId !== null && (setFocus(null), true),
    w: () => scale(ZOOM),
    s: () => scale(1 / ZOOM),
    z: () => markedId !== null && (zoomTo(markedId), true),
    a: () => setZoom(panWindow(window, whole, -PAN)),
    d: () => setZoom(panWindow(window, whole, PAN)),
    c: () => {
      if (markedId === null) say('Select a span to copy it');
      else void copy(markedId);
    },
  });
  return said;
}

function useSaid(): [string, (text: string) => void] {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => setSaid(''), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return [said, setSaid];
}
