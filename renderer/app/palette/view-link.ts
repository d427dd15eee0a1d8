import { traceLink } from '../../lib/trace-links.ts';

export type ViewAddress = {
  /** Of the page that is shown. */
  readonly href: string;
  readonly isDesktop: boolean;
  /** Where a browser finds the collector; null while that is not known. */
  readonly collector: string | null;
};

/**
 * The link that leads back to what is shown. The address of the desktop window's page is one that no system opens: there
 * it is the app's own for a trace or a session, and else that of the same page in a browser.
 */
export function viewLink({ href, isDesktop, collector }: ViewAddress): string {
  if (!isDesktop) return href;
  const { pathname, search, searchParams, hash } = new URL(href);
  const [, project = '', kind, id = ''] = /^\/p\/([^/]+)\/(traces|sessions)\/([^/]+)$/.exec(pathname) ?? [];
  if (kind === 'traces') return traceLink(project, id, searchParams.get('span'));
  if (kind === 'sessions')
    return `tracedeck://session/${id}${project === 'default' ? '' : `?project=${project}`}`;
  return collector === null ? href : `${collector}${pathname}${search}${hash}`;
}
