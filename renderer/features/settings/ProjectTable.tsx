import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Project } from '../../../collector/contract/projects.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { shownName } from '../../lib/text.ts';
import { IconButton } from '../../ui/controls/Button.tsx';
import { FindField } from '../../ui/controls/FindField.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { ShowMore, useLimit } from '../../ui/text/ShowMore.tsx';
import { FIELD_CLASS } from './field-class.ts';

/** From so many on they are no longer seen at once. */
const MANY = 10;

type Props = {
  readonly projects: readonly Project[];
  /** The one that is being deleted; one at a time. */
  readonly going: string | null;
  readonly onDelete: (project: Project) => void;
};

export function ProjectTable({ projects, going, onDelete }: Props) {
  const [limit, showMore] = useLimit();
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = projects.filter(({ project_id }) => project_id.toLowerCase().includes(wanted));
  return (
    <div>
      {/* Where they become fewer, what was typed still counts, and stays to be taken away. */}
      {(projects.length >= MANY || text !== '') && (
        <FindField label="Find a project" text={text} onChange={setText} className={`mb-2 ${FIELD_CLASS}`} />
      )}
      <table className="num w-full text-sm">
        <caption className="sr-only">Projects</caption>
        <thead>
          <tr className="border-b border-line text-left text-xs text-ink-3">
            <th scope="col" className="py-1 font-normal">
              Name
            </th>
            <Heading>Traces</Heading>
            <Heading className="max-sm:hidden">Sessions</Heading>
            <Heading className="max-sm:hidden">Spans</Heading>
            <Heading>Size</Heading>
            <th scope="col" className="w-8">
              <span className="sr-only">Delete</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {found.slice(0, limit).map((project) => (
            <Row key={project.project_id} project={project} going={going} onDelete={onDelete} />
          ))}
        </tbody>
      </table>
      {found.length === 0 && <p className="mt-2 text-sm text-ink-2">No project is called that.</p>}
      <ShowMore left={found.length - limit} onClick={showMore} className="mt-2" />
    </div>
  );
}

type RowProps = Omit<Props, 'projects'> & { readonly project: Project };

function Row({ project, going, onDelete }: RowProps) {
  const { project_id: id, trace_count, session_count, span_count, size_bytes, last_seen } = project;
  return (
    <tr className="border-b border-line/60">
      <th scope="row" className="py-1.5 text-left font-normal">
        <Link
          to="/p/$project/traces"
          params={{ project: id }}
          className="rounded-sm font-medium wrap-anywhere hover:text-accent hover:underline"
        >
          {shownName(id)}
        </Link>
        <span className="block text-xs text-ink-3">
          {going === id ? (
            <span role="status">Deleting…</span>
          ) : last_seen === null ? (
            'logs or metrics alone'
          ) : (
            <>
              last span <RelativeTime iso={last_seen} />
            </>
          )}
        </span>
      </th>
      <Cell>{formatCount(trace_count)}</Cell>
      <Cell className="max-sm:hidden">{formatCount(session_count)}</Cell>
      <Cell className="max-sm:hidden">{formatCount(span_count)}</Cell>
      <Cell>{formatBytes(size_bytes)}</Cell>
      <td className="text-right">
        <IconButton
          label={`Delete the project ${id}…`}
          // Not disabled: the focus would be lost.
          aria-disabled={going !== null}
          className="aria-disabled:opacity-60"
          onClick={() => going === null && onDelete(project)}
        >
          <Trash2 size={13} aria-hidden />
        </IconButton>
      </td>
    </tr>
  );
}

type CellProps = { readonly className?: string; readonly children: string };

function Heading({ className = '', children }: CellProps) {
  return (
    <th scope="col" className={`py-1 pl-3 text-right font-normal ${className}`}>
      {children}
    </th>
  );
}

function Cell({ className = '', children }: CellProps) {
  return <td className={`pl-3 text-right whitespace-nowrap ${className}`}>{children}</td>;
}
