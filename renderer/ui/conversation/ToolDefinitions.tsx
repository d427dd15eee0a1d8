import type { ToolDefinition } from '../../../collector/contract/messages.ts';
import { plural } from '../../lib/format.ts';
import { showHidden } from '../../lib/text.ts';
import { Fold } from '../text/Fold.tsx';
import { JsonTree } from '../text/JsonTree.tsx';

/** The tools the model was offered, folded. */
export function ToolDefinitions({ tools }: { readonly tools: readonly ToolDefinition[] }) {
  if (tools.length === 0) return null;
  return (
    <div className="@container/thread mb-2.5">
      <div className="entry-columns">
        <div className="col-start-2 min-w-0 pl-3.5">
          <Fold
            summary={`${plural(tools.length, 'tool')} offered: ${showHidden(tools.map((tool) => tool.name).join(', '))}`}
          >
            {() => (
              <dl className="grid gap-2 rounded-md border border-line bg-surface px-2.5 py-2 text-sm">
                {tools.map((tool) => (
                  <div key={tool.name} className="min-w-0">
                    <dt className="font-semibold">{showHidden(tool.name)}</dt>
                    <dd className="min-w-0 text-ink-2">
                      {tool.description !== null && (
                        <p className="wrap-anywhere">{showHidden(tool.description)}</p>
                      )}
                      <div className="font-mono leading-5">
                        <JsonTree value={tool.parameters} />
                      </div>
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </Fold>
        </div>
      </div>
    </div>
  );
}
