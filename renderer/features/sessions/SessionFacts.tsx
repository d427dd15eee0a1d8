import type { SessionDetail } from '../../../collector/contract/sessions.ts';
import { formatCount } from '../../lib/format.ts';
import { formatDaySecond } from '../../lib/time.ts';
import { Fact, Facts } from '../../ui/facts/Facts.tsx';
import { NameList } from '../../ui/facts/NameList.tsx';
import { Cost } from '../../ui/facts/Numbers.tsx';
import { ClockTime } from '../../ui/RelativeTime.tsx';
import { UserLink } from '../../ui/traces/UserLink.tsx';
import { TraceDuration } from '../../ui/traces/TraceDuration.tsx';
import { sessionCosts } from './session-costs.ts';
import { SessionTokens } from './SessionTokens.tsx';

type Props = { readonly project: string; readonly session: SessionDetail };

/** A session in numbers and names, in one line. */
export function SessionFacts({ project, session }: Props) {
  return (
    <Facts>
      <Fact name="Traces">{formatCount(session.trace_count)}</Fact>
      <Fact name="Duration">
        <TraceDuration trace={session} />
      </Fact>
      <Fact name="Tokens">
        <SessionTokens session={session} />
      </Fact>
      <Fact name="Cost">
        <Cost costs={sessionCosts(session)} />
      </Fact>
      {session.models.length > 0 && (
        <Fact name="Models">
          <NameList names={session.models} className="" />
        </Fact>
      )}
      {session.agents.length > 0 && (
        <Fact name="Agents">
          <NameList names={session.agents} className="" />
        </Fact>
      )}
      {session.user_id !== null && (
        <Fact name="User">
          <UserLink project={project} userId={session.user_id} />
        </Fact>
      )}
      <Fact name="Started">
        <ClockTime iso={session.start_time} format={formatDaySecond} />
      </Fact>
    </Facts>
  );
}
