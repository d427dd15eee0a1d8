import type { SpanDetail } from '../../../collector/contract/spans.ts';
import { printJson } from '../../lib/json-preview.ts';
import { spanFactGroups } from './span-facts.ts';
import { showHidden } from '../../lib/text.ts';
import { FactGroup, FactRow } from './FactGroup.tsx';
import { JsonTree } from '../text/JsonTree.tsx';
import { SessionLink } from '../traces/SessionLink.tsx';
import { UserLink } from '../traces/UserLink.tsx';
import { useRunTime } from '../traces/use-run-time.ts';

/** What was extracted from a span, in groups; what is absent is left out. */
export function SpanFactList({ project, span }: { readonly project: string; readonly span: SpanDetail }) {
  const groups = spanFactGroups(span, useRunTime(span));
  return (
    <div className="grid grid-cols-1 gap-3.5">
      {groups.map(({ title, facts }) => (
        <FactGroup key={title} title={title}>
          {facts.map(({ label, value }) => (
            <FactRow key={label} label={label} copies={value}>
              <FactValue project={project} label={label} value={value} />
            </FactRow>
          ))}
        </FactGroup>
      ))}
      {Object.keys(span.metadata).length > 0 && (
        <FactGroup title="Metadata">
          {Object.entries(span.metadata).map(([key, value]) => (
            <FactRow key={key} label={key} copies={typeof value === 'string' ? value : printJson(value)}>
              <span className="font-mono">
                <JsonTree value={value} />
              </span>
            </FactRow>
          ))}
        </FactGroup>
      )}
    </div>
  );
}

type ValueProps = { readonly project: string; readonly label: string; readonly value: string };

function FactValue({ project, label, value }: ValueProps) {
  if (label === 'Session') return <SessionLink project={project} sessionId={value} isWhole />;
  if (label === 'User') return <UserLink project={project} userId={value} isWhole />;
  return <bdi>{showHidden(value)}</bdi>;
}
