import {
  Bot,
  Braces,
  CircleDot,
  Database,
  Gauge,
  Globe,
  ScanSearch,
  Search,
  ShieldCheck,
  Sparkles,
  Waypoints,
  Wrench,
} from 'lucide-react';
import type { Span } from '../../../collector/contract/spans.ts';
import { spanKindLabel, spanTone, type SpanTone } from '../../lib/span-kind.ts';
import { IconSquare, type IconType } from './IconSquare.tsx';

const TONE_ICONS: Readonly<Record<SpanTone, IconType>> = {
  llm: Sparkles,
  tool: Wrench,
  agent: Bot,
  chain: Waypoints,
  retriever: Search,
  db: Database,
  http: Globe,
  other: CircleDot,
};

const TYPE_ICONS: Readonly<Partial<Record<Span['observation_type'], IconType>>> = {
  embedding: Braces,
  reranker: ScanSearch,
  guardrail: ShieldCheck,
  evaluator: Gauge,
};

/** Soft fill and mark of a category, together: `bg-llm-soft text-llm`. */
export const TONE_CLASSES: Readonly<Record<SpanTone, string>> = {
  llm: 'bg-llm-soft text-llm',
  tool: 'bg-tool-soft text-tool',
  agent: 'bg-agent-soft text-agent',
  chain: 'bg-chain-soft text-chain',
  retriever: 'bg-retriever-soft text-retriever',
  db: 'bg-db-soft text-db',
  http: 'bg-http-soft text-http',
  other: 'bg-other-soft text-other',
};

/** A span's kind as a small coloured square; its name is what screen readers hear. */
export function SpanIcon({ span }: { readonly span: Pick<Span, 'span_category' | 'observation_type'> }) {
  const tone = spanTone(span);
  const icon = TYPE_ICONS[span.observation_type] ?? TONE_ICONS[tone];
  return <IconSquare icon={icon} className={TONE_CLASSES[tone]} label={spanKindLabel(span)} />;
}

/** The same square for a category alone, where its name stands beside it. */
export function ToneIcon({ tone }: { readonly tone: SpanTone }) {
  return <IconSquare icon={TONE_ICONS[tone]} className={TONE_CLASSES[tone]} />;
}
