import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check, ChevronsUpDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { Project } from '../../collector/contract/projects.ts';
import { projectsQuery } from '../api/queries.ts';
import { formatCount, plural } from '../lib/format.ts';
import { offeredProjects } from './offered-projects.ts';
import { Kbd } from '../ui/controls/Kbd.tsx';
import { MOD_KEY } from '../ui/keyboard/mod-key.ts';

/** The projects there are, the one in the address always among them; of very many the latest. */
export function ProjectSwitcher({ project }: { readonly project: string }) {
  const { data } = useQuery(projectsQuery);
  const navigate = useNavigate();
  const offered = offeredProjects(data?.data ?? [], project);
  const projects = withCurrent(offered.projects, project);
  return (
    // Not modal: Radix locks scrolling with a style element, which the Content-Security-Policy refuses.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        title={project}
        className="mx-0.5 mb-2.5 flex h-7.5 items-center justify-between gap-1 rounded-md border border-line bg-raised px-2 text-sm hover:border-line-strong max-lg:justify-center max-lg:px-0"
      >
        {/* Its name is all of this: whoever says what is seen of it must be understood. */}
        <span className="font-medium uppercase lg:hidden">{project.slice(0, 2)}</span>
        <span className="sr-only">Project</span>
        <span className="truncate max-lg:sr-only">{project}</span>
        <span className="sr-only">Switch project</span>
        <ChevronsUpDown size={12} aria-hidden className="flex-none text-ink-3 max-lg:hidden" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          className="z-50 max-h-100 min-w-56 overflow-y-auto rounded-md border border-line-strong bg-raised p-1 text-sm text-ink shadow-pop"
        >
          <DropdownMenu.Label className="flex justify-between gap-4 px-2 py-1 text-xs text-ink-3">
            Projects <span>Traces, AI or not</span>
          </DropdownMenu.Label>
          <DropdownMenu.RadioGroup
            value={project}
            onValueChange={(next) => void navigate({ to: '/p/$project/traces', params: { project: next } })}
          >
            {projects.map((item) => (
              <ProjectItem key={item.id} {...item} />
            ))}
          </DropdownMenu.RadioGroup>
          {offered.others > 0 && (
            <DropdownMenu.Label className="px-2 py-1 text-xs text-ink-3">
              and {plural(offered.others, 'other')}: find them with <Kbd>{MOD_KEY}</Kbd> <Kbd>K</Kbd>
            </DropdownMenu.Label>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function ProjectItem({ id, traces }: { readonly id: string; readonly traces: number }) {
  return (
    <DropdownMenu.RadioItem
      value={id}
      title={`${plural(traces, 'trace')}, AI or not`}
      className="flex h-7 items-center gap-2 rounded-sm px-2 outline-none data-[highlighted]:bg-hover"
    >
      <span className="w-3.5">
        <DropdownMenu.ItemIndicator>
          <Check size={13} aria-hidden className="text-accent" />
        </DropdownMenu.ItemIndicator>
      </span>
      <span className="max-w-60 truncate">{id}</span>
      <span className="num ml-auto pl-4 text-xs text-ink-3">{formatCount(traces)}</span>
    </DropdownMenu.RadioItem>
  );
}

function withCurrent(projects: readonly Project[], current: string): { id: string; traces: number }[] {
  const items = projects.map((project) => ({ id: project.project_id, traces: project.trace_count }));
  return items.some((item) => item.id === current) ? items : [{ id: current, traces: 0 }, ...items];
}
