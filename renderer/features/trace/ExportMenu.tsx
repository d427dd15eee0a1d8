import { useQuery } from '@tanstack/react-query';
import { Braces, FileText, Hash, Link2, MessageSquare, Share, Terminal, X } from 'lucide-react';
import type { TraceTreeDetail } from '../../../collector/contract/traces.ts';
import { tracePath } from '../../api/paths.ts';
import { healthQuery } from '../../api/queries.ts';
import { authorizationHeader } from '../../api/token.ts';
import { otherMachine } from '../../lib/desktop.ts';
import { addressOf } from '../../lib/endpoints.ts';
import { curlCommand, traceLink } from '../../lib/trace-links.ts';
import { Button, IconButton } from '../../ui/controls/Button.tsx';
import { CopyItem, Menu, MenuItem, MenuLine } from '../../ui/controls/Menu.tsx';
import { useExport } from './use-export.ts';

type Props = {
  readonly project: string;
  readonly trace: TraceTreeDetail;
  readonly spanId: string | null;
};

/** Takes a trace elsewhere: its link, id or request to the clipboard, its spans or its conversation to a file. */
export function ExportMenu({ project, trace, spanId }: Props) {
  const { data: health } = useQuery(healthQuery);
  const exports = useExport(project, trace);
  const curl = (): string =>
    curlCommand(
      (health && addressOf(health, 'http', otherMachine())) ?? location.origin,
      tracePath(project, trace.trace_id),
      'authorization' in authorizationHeader(),
    );
  return (
    <>
      {exports.state !== null && (
        <span role="status" className="num flex min-w-0 items-center gap-1 text-sm text-ink-2">
          <span className="truncate">{exports.state.text}</span>
          <IconButton
            label={exports.state.isRunning ? 'Cancel the export' : 'Dismiss'}
            onClick={exports.cancel}
          >
            <X size={13} aria-hidden />
          </IconButton>
        </span>
      )}
      <Menu
        trigger={
          <Button>
            <Share size={13} aria-hidden className="text-ink-3" /> Export
          </Button>
        }
      >
        <CopyItem icon={<Link2 size={13} />} text={() => traceLink(project, trace.trace_id, spanId)}>
          Copy link
        </CopyItem>
        <CopyItem icon={<Hash size={13} />} text={() => trace.trace_id}>
          Copy trace id
        </CopyItem>
        <CopyItem icon={<Terminal size={13} />} text={curl}>
          Copy as curl
        </CopyItem>
        <MenuLine />
        <MenuItem icon={<FileText size={13} />} onSelect={exports.conversationMarkdown}>
          Conversation as Markdown
        </MenuItem>
        <MenuItem icon={<MessageSquare size={13} />} onSelect={exports.conversationJson}>
          Conversation as JSON
        </MenuItem>
        <MenuItem icon={<Braces size={13} />} onSelect={exports.otlp}>
          Trace as OTLP JSON
        </MenuItem>
      </Menu>
    </>
  );
}
