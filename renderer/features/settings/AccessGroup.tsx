import { Snippet } from '../../ui/Snippet.tsx';
import type { GroupProps } from './groups.tsx';
import { rowsOf } from './sections.ts';
import { SettingList } from './SettingList.tsx';

/** Who is asked for a token, and how tokens are made: by whoever has the collector's machine, never over the network. */
export function AccessGroup({ settings }: GroupProps) {
  const { enabled } = settings.settings.auth;
  const directory = dataDirFlag(settings.settings.storage.data_dir, settings.sources['storage.data_dir']);
  return (
    <>
      <SettingList rows={rowsOf('access')} settings={settings} />
      <section aria-label="Tokens" className="mt-6 grid gap-3">
        <div>
          <h3 className="font-semibold">Tokens</h3>
          <p className="mt-0.5 text-sm text-ink-2">
            They are made, listed and revoked on the collector&rsquo;s machine; a revocation counts within a
            second.{' '}
            {enabled
              ? 'Callers send one as “Authorization: Bearer …”.'
              : 'Nobody is asked for one at the moment: start with --auth to change that.'}
          </p>
        </div>
        <Command title="Make one" text={`tracedeck token create --name my-agent --ttl 30d${directory}`} />
        <Command title="See which there are" text={`tracedeck token list${directory}`} />
        <Command title="Revoke one" text={`tracedeck token revoke my-agent${directory}`} />
        <Command
          title="Send it along from an exporter"
          text={'export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20<token>"'}
        />
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
function dataDirFlag(directory: string, source: string | undefined): string {
  return source === undefined || source === 'default' ? '' : ` --data-dir '${directory}'`;
}
