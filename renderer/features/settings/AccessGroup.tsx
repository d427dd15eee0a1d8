import { commandText } from '../../lib/command-text.ts';
import { Snippet } from '../../ui/text/Snippet.tsx';
import type { GroupProps } from './group-props.ts';
import { rowsOf } from './setting-sections.ts';
import { SettingList } from './SettingList.tsx';
import { Tokens } from './Tokens.tsx';

const MAKE_TOKEN = 'tracedeck token create --name my-agent --ttl 30d'.split(' ');

/** Who is asked for a token, and the tokens. */
export function AccessGroup({ settings }: GroupProps) {
  const { enabled } = settings.settings.auth;
  const command = commandText([
    ...MAKE_TOKEN,
    ...dataDirFlag(settings.settings.storage.data_dir, settings.sources['storage.data_dir']),
  ]);
  return (
    <>
      <SettingList rows={rowsOf('access')} settings={settings} />
      <section aria-label="Tokens" className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4">
        <div>
          <h3 className="font-semibold">Tokens</h3>
          <p className="mt-0.5 text-sm text-ink-2">
            {enabled
              ? 'Callers send one as “Authorization: Bearer …”. A revocation counts within a second.'
              : 'Nobody is asked for one at the moment: start with --auth to change that. What is made here counts then.'}
          </p>
        </div>
        <Tokens />
        <Command
          title="Send it along from an exporter"
          text={'export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20<token>"'}
        />
        <Command title="Make one on the collector’s machine" text={command} />
      </section>
    </>
  );
}

function Command({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <h4 className="mb-1 text-sm text-ink-2">{title}</h4>
      <Snippet label={title} text={text} />
    </div>
  );
}

/** Tokens belong to a data directory: the command must find the one that this collector uses. */
function dataDirFlag(directory: string, source: string | undefined): string[] {
  return source === undefined || source === 'default' ? [] : ['--data-dir', directory];
}
