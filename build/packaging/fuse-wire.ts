import { FuseV1Options, type getCurrentFuseWire } from '@electron/fuses';
import type { Configuration } from 'electron-builder';

type FuseWire = Awaited<ReturnType<typeof getCurrentFuseWire>>;
type Fuses = NonNullable<Configuration['electronFuses']>;

const names: readonly (readonly [keyof Fuses, FuseV1Options])[] = [
  ['runAsNode', FuseV1Options.RunAsNode],
  ['enableCookieEncryption', FuseV1Options.EnableCookieEncryption],
  ['enableNodeOptionsEnvironmentVariable', FuseV1Options.EnableNodeOptionsEnvironmentVariable],
  ['enableNodeCliInspectArguments', FuseV1Options.EnableNodeCliInspectArguments],
  ['enableEmbeddedAsarIntegrityValidation', FuseV1Options.EnableEmbeddedAsarIntegrityValidation],
  ['onlyLoadAppFromAsar', FuseV1Options.OnlyLoadAppFromAsar],
  ['loadBrowserProcessSpecificV8Snapshot', FuseV1Options.LoadBrowserProcessSpecificV8Snapshot],
  ['grantFileProtocolExtraPrivileges', FuseV1Options.GrantFileProtocolExtraPrivileges],
];

/** Says which fuses of a program are not as they were asked to be; null when all are. */
export function whyWrongFuses(wire: FuseWire, asked: Fuses): string | null {
  const wrong = names.filter(([name, index]) => {
    const isOn = String.fromCharCode(wire[index] ?? 0) === '1';
    return isOn !== asked[name];
  });
  return wrong.length === 0 ? null : `wrong fuses: ${wrong.map(([name]) => name).join(', ')}`;
}
