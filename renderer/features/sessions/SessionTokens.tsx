import type { SessionSummary } from '../../../collector/contract/sessions.ts';
import { formatCount, formatShort } from '../../lib/format.ts';
import { Dash } from '../../ui/facts/Dash.tsx';
import { NumberBreakdown } from '../../ui/facts/NumberBreakdown.tsx';

type Props = {
  readonly session: SessionSummary;
  readonly tabIndex?: 0 | -1;
  readonly isInRow?: boolean;
};

export function SessionTokens({ session, tabIndex = 0, isInRow = false }: Props) {
  if (session.total_tokens === 0) return <Dash />;
  return (
    <NumberBreakdown
      title="Tokens of all traces"
      tabIndex={tabIndex}
      isInRow={isInRow}
      rows={[
        { label: 'Input', value: formatCount(session.input_tokens) },
        { label: 'Output', value: formatCount(session.output_tokens) },
        { label: 'Total', value: formatCount(session.total_tokens), strong: true },
      ]}
    >
      {formatShort(session.total_tokens, isInRow ? 9_999_999 : Infinity)}
    </NumberBreakdown>
  );
}
