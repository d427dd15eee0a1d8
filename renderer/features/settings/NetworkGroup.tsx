import { useQuery } from '@tanstack/react-query';
import type { Receiver } from '../../../collector/contract/health.ts';
import { healthQuery } from '../../api/queries.ts';
import { RECEIVERS } from '../../lib/endpoints.ts';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { Pill } from '../../ui/controls/Pill.tsx';
import type { GroupProps } from './group-props.ts';
import { rowsOf } from './setting-sections.ts';
import { SettingList } from './SettingList.tsx';

/** Where it really listens, which a taken port makes another place than the settings say, and the settings. */
export function NetworkGroup({ settings }: GroupProps) {
  const { data: health } = useQuery(healthQuery);
  return (
    <>
      <dl aria-label="Listening now" className="mb-5 grid gap-1.5 rounded-md border border-line p-3 text-sm">
        {RECEIVERS.map(({ id, name }) => (
          <Address key={id} name={name} receiver={health?.receivers[id]} />
        ))}
      </dl>
      <SettingList rows={rowsOf('network')} settings={settings} />
    </>
  );
}

const TONES = { listening: 'ok', off: 'quiet', failed: 'error' } as const;

type AddressProps = {
  readonly name: string;
  /** Absent until the collector has told. */
  readonly receiver: Receiver | undefined;
};

function Address({ name, receiver }: AddressProps) {
  return (
    <div className="flex items-center gap-x-3 max-sm:block">
      <dt className="w-52 flex-none text-ink-2">{name}</dt>
      <dd className="flex min-h-6 min-w-0 flex-1 items-center gap-2">
        {receiver !== undefined && <ReceiverFacts name={name} receiver={receiver} />}
      </dd>
    </div>
  );
}

function ReceiverFacts({ name, receiver }: { readonly name: string; readonly receiver: Receiver }) {
  const { status, address, message } = receiver;
  return (
    <>
      <Pill tone={TONES[status]}>{status === 'failed' ? 'not listening' : status}</Pill>
      <span className="min-w-0 font-mono wrap-anywhere">{address ?? message}</span>
      {address !== null && <CopyButton text={address} label={`Copy the address of ${name}`} small />}
    </>
  );
}
