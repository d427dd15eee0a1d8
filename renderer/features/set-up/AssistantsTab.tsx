import { useQuery } from '@tanstack/react-query';
import { MCP_PATH } from '../../../collector/contract/mcp.ts';
import { settingsQuery } from '../../api/queries.ts';
import { commandText } from '../../lib/command-text.ts';
import { Snippet } from '../../ui/text/Snippet.tsx';
import { AddressPane } from './AddressPane.tsx';
import { ASSISTANTS, TOKEN, type AssistantTarget } from './assistants.ts';
import { serverWords } from './server-words.ts';
import { Steps } from './Steps.tsx';
import { TokenNote } from './TokenNote.tsx';

/** How coding assistants are told of the collector's tools, so that they can read what is recorded here. */
export function AssistantsTab({ project }: { readonly project: string }) {
  const { data } = useQuery(settingsQuery);
  return (
    <AddressPane label="Coding assistants" place="assistants" className="page-pane flex-1">
      {({ receivers: { http } }) =>
        http.address !== null &&
        data !== undefined && (
          <Guide
            project={project}
            target={{
              url: http.address + MCP_PATH,
              needsToken: data.settings.auth.enabled,
              words: serverWords(data),
            }}
          />
        )
      }
    </AddressPane>
  );
}

function Guide({ project, target }: { readonly project: string; readonly target: AssistantTarget }) {
  const where = project === 'default' ? '' : ` of project ${project}`;
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6 px-6 py-6 max-sm:px-4">
      <div>
        <h2 className="text-xl font-[620] tracking-[-0.015em]">Let your coding assistant read traces</h2>
        <p className="mt-1 text-ink-2">
          It gets tools that find traces and spans, read conversations, and sum up tokens, cost and errors.
          They change nothing. What the assistant reads goes to the model that it works with.
        </p>
        <p className="mt-2 text-ink-2">Once it is connected, ask it, for example:</p>
        <ul className="mt-1 grid list-disc gap-0.5 pl-5 text-ink-2">
          <li>&ldquo;Why did the last trace{where} in Tracedeck fail?&rdquo;</li>
          <li>
            &ldquo;Read what my agent{where} said in its last session, and say where it went astray.&rdquo;
          </li>
          <li>&ldquo;Which tool calls{where} were the slowest today, and with which arguments?&rdquo;</li>
        </ul>
      </div>
      {target.needsToken && (
        <TokenNote label="Token for an assistant" text="tracedeck token create --name my-assistant">
          Assistants need a token here. Make one on the collector&rsquo;s machine, and put it where {TOKEN}{' '}
          stands:
        </TokenNote>
      )}
      {ASSISTANTS.map(({ name, documentation, step }) => (
        <Steps key={name} name={name} documentation={documentation} steps={[step(target)]} />
      ))}
      <section aria-label="Any other" className="grid grid-cols-1 gap-2.5">
        <h3 className="border-b border-line pb-1 font-semibold">Any other</h3>
        <p className="text-sm text-ink-2">
          Whatever speaks the Model Context Protocol over Streamable HTTP takes this address
          {target.needsToken ? `, with the header “Authorization: Bearer ${TOKEN}”` : ''}:
        </p>
        <Snippet label="Address for assistants" text={target.url} />
        {target.words !== null && (
          <>
            <p className="text-sm text-ink-2">
              One that only starts its servers runs this command on this machine, with Tracedeck running or
              not. It reads the database itself and needs no token.
            </p>
            <Snippet label="Command for assistants" text={commandText(target.words)} />
          </>
        )}
      </section>
    </div>
  );
}
