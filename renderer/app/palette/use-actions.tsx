import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import {
  Bot,
  Columns2,
  Copy,
  FolderOpen,
  Keyboard,
  ListTree,
  Monitor,
  Moon,
  Stethoscope,
  Sun,
  type LucideIcon,
} from 'lucide-react';
import { healthQuery, projectsQuery } from '../../api/queries.ts';
import { copyText } from '../../lib/clipboard.ts';
import { desktop, otherMachine } from '../../lib/desktop.ts';
import { addressOf, exporterEndpoints } from '../../lib/endpoints.ts';
import { writeFilters } from '../../lib/filters.ts';
import { ALL_TIME } from '../../lib/time-range.ts';
import { offeredProjects } from '../offered-projects.ts';
import { screenLink, SCREENS } from '../screens.ts';
import type { Option } from '../../ui/controls/OptionList.tsx';
import { chooseTheme, type ThemeChoice } from '../../ui/theme.ts';
import type { Command, PaletteOptions } from './command.ts';
import { viewLink } from './view-link.ts';

/** The pages of this project, and the other projects, of very many those that are called what was typed. */
export function usePages({ project, text, onClose }: PaletteOptions): readonly Command[] {
  const navigate = useNavigate();
  const { data } = useQuery(projectsQuery);
  const pages = SCREENS.map(({ page, label, icon }) =>
    command(icon, 'Pages', label, () => {
      onClose();
      void navigate(screenLink(page, project));
    }),
  );
  const doctor = command(Stethoscope, 'Pages', 'Ingest doctor', () => {
    onClose();
    void navigate({ to: '/p/$project/set-up', params: { project }, search: { show: 'doctor' } });
  });
  const assistants = command(Bot, 'Pages', 'Coding assistants', () => {
    onClose();
    void navigate({ to: '/p/$project/set-up', params: { project }, search: { show: 'assistants' } });
  });
  const others = (data?.data ?? []).filter(({ project_id }) => project_id !== project);
  const wanted = text.trim().toLowerCase();
  const called = others.filter(({ project_id }) => project_id.toLowerCase().includes(wanted));
  const projects = offeredProjects(called.length > 0 ? called : others, project).projects.map(
    ({ project_id }) =>
      command(FolderOpen, 'Projects', `Go to project ${project_id}`, () => {
        onClose();
        void navigate({ to: '/p/$project/traces', params: { project: project_id } });
      }),
  );
  return [...pages, assistants, doctor, ...projects];
}

const THEMES: readonly { choice: ThemeChoice; label: string; icon: LucideIcon }[] = [
  { choice: 'light', label: 'Use the light theme', icon: Sun },
  { choice: 'dark', label: 'Use the dark theme', icon: Moon },
  { choice: 'system', label: "Use the system's theme", icon: Monitor },
];

/** What can be done from anywhere. */
export function useActions({ project, onClose, onShortcuts, onRefused }: PaletteOptions): readonly Command[] {
  const navigate = useNavigate();
  const { traceId } = useParams({ strict: false });
  const { data: health } = useQuery(healthQuery);
  const endpoints = health === undefined ? null : exporterEndpoints(health, project, otherMachine());
  const act = (icon: LucideIcon, label: string, run: () => void): Command =>
    command(icon, 'Actions', label, () => {
      onClose();
      run();
    });
  const copy = (label: string, text: string): Command =>
    command(Copy, 'Actions', label, () => {
      copyText(text).then(onClose, () => onRefused('Copying was refused.'));
    });
  const collector = health === undefined ? null : addressOf(health, 'http', otherMachine());
  const link = viewLink({ href: location.href, isDesktop: desktop() !== null, collector });
  const compare = act(
    Columns2,
    traceId === undefined ? 'Compare two traces' : 'Compare this trace with another',
    () => void navigate({ to: '/p/$project/compare', params: { project }, search: { a: traceId } }),
  );
  const spansOf = (id: string, which: string, field: string): Command =>
    act(ListTree, `List the ${which} spans of this trace`, () => {
      const filters = writeFilters([{ key: 'trace_id', op: 'eq', value: id }]);
      // They are the trace's whenever it ran, also where the list that it was opened from tells another time.
      const search = { ...ALL_TIME, filters, order_by: `${field}:desc` };
      void navigate({ to: '/p/$project/spans', params: { project }, search });
    });
  const ofTrace =
    traceId === undefined
      ? []
      : [spansOf(traceId, 'slowest', 'duration_ms'), spansOf(traceId, 'dearest', 'total_cost')];
  return [
    compare,
    ...ofTrace,
    ...(endpoints?.http ? [copy(`Copy the OTLP/HTTP endpoint (${endpoints.http})`, endpoints.http)] : []),
    ...(endpoints?.grpc ? [copy(`Copy the OTLP/gRPC endpoint (${endpoints.grpc})`, endpoints.grpc)] : []),
    copy('Copy the link to this view', link),
    ...THEMES.map(({ choice, label, icon }) => act(icon, label, () => chooseTheme(choice))),
    command(Keyboard, 'Actions', 'Keyboard shortcuts', onShortcuts),
  ];
}

function command(Icon: LucideIcon, group: string, label: string, onPick: () => void): Command {
  const option: Option = {
    id: `${group} ${label}`,
    group,
    label,
    icon: <Icon size={14} aria-hidden />,
    onPick,
  };
  return { words: `${group} ${label}`, option };
}
