import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { resumeReceiving } from '../api/imports.ts';
import { healthQuery } from '../api/queries.ts';
import { plural } from '../lib/format.ts';
import { Button } from '../ui/controls/Button.tsx';
import { NoticeStrip } from '../ui/notices/NoticeStrip.tsx';

/** Says that nothing is received, for as long as that is so, and ends it. */
export function PauseNotice() {
  const client = useQueryClient();
  const { data: health } = useQuery(healthQuery);
  const resume = useMutation({
    mutationFn: resumeReceiving,
    onSettled: () => client.invalidateQueries({ queryKey: healthQuery.queryKey }),
  });
  if (health?.receiving?.paused !== true) return null;
  const { refused } = health.receiving;
  const told = refused === 0 ? '' : ` ${plural(refused, 'export')} refused so far; exporters try again.`;
  return (
    <NoticeStrip tone="info" text={`Receiving is paused.${told}`}>
      <Button disabled={resume.isPending} onClick={() => resume.mutate()}>
        Resume
      </Button>
    </NoticeStrip>
  );
}
