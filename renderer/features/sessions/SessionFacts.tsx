import type { SessionDetail } from '../../../collector/contract/sessions.ts';
import { formatCount } from '../../lib/format.ts';
import { formatDaySecond } from '../../lib/time.ts';
import { Fact, Facts } from '../../ui/facts/Facts.tsx';
import { NameList } from '../../ui/facts/NameList.tsx';
import { Cost } from '../../ui/facts/Numbers.tsx';
import { ClockTime } from '../../ui/RelativeTime.tsx';
import { TraceDuration } from '../../ui/traces/TraceDuration.tsx';
import { sessionCosts } from './session-costs.ts';
import { SessionTokens } from './SessionTokens.tsx';

/** A session in numbers and names, in one line. */
export function SessionFacts({ session }: { readonly session: SessionDetail }) {
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
          <NameList names={[session.user_id]} className="" />
        </Fact>
      )}
      <Fact name="Started">
        <ClockTime iso={session.start_time} format={formatDaySecond} />
      </Fact>
    </Facts>
  );
}
