import {
  ChartLine,
  ChartNoAxesColumn,
  ChartNoAxesGantt,
  ListTree,
  MessageSquareText,
  PlugZap,
  Radio,
  ScrollText,
  Settings,
} from 'lucide-react';
import { storedOrder } from '../ui/list/list-memory.ts';

/** Where the sidebar, the command palette and the menu of the desktop app lead, in their order. */
export const SCREENS = [
  { page: 'live', label: 'Live', icon: Radio },
  { page: 'traces', label: 'Traces', icon: ChartNoAxesGantt },
  { page: 'sessions', label: 'Sessions', icon: MessageSquareText },
  { page: 'spans', label: 'Spans', icon: ListTree },
  { page: 'logs', label: 'Logs', icon: ScrollText },
  { page: 'metrics', label: 'Metrics', icon: ChartLine },
  { page: 'dashboard', label: 'Dashboard', icon: ChartNoAxesColumn },
  { page: 'set-up', label: 'Set-up', icon: PlugZap },
  { page: 'settings', label: 'Settings', icon: Settings },
] as const;

type Page = (typeof SCREENS)[number]['page'];

/** A list opens in the order that it had last. */
export const screenLink = <Name extends Page>(page: Name, project: string) => ({
  to: `/p/$project/${page}` as const,
  params: { project },
  // Read when the link is taken: the list may have been sorted since it was drawn.
  search: () => ({ order_by: storedOrder(page) }),
});
