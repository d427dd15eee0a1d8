// What the packages are and hold. Read by `npm run dist` (tasks/dist.ts).
import type { Configuration, FileSet } from 'electron-builder';
import { leaveStandInAlone } from './packaging/fuses.ts';

/** A release goes to the repository whose workflow makes it; updates are looked for there. */
const [owner = 'tracedeck', repo = 'tracedeck'] = (process.env['GITHUB_REPOSITORY'] ?? '')
  .split('/')
  .filter(Boolean);

/** better-sqlite3 brings a binary for every system: each package holds its own. */
const nativeModule = (system: string): FileSet => ({
  from: 'node_modules/better-sqlite3/prebuilds',
  to: 'node_modules/better-sqlite3/prebuilds',
  filter: [`${system}-\${arch}.node`],
});

const bothArchitectures = (...targets: string[]) =>
  targets.map((target) => ({ target, arch: ['x64' as const, 'arm64' as const] }));

const config: Configuration = {
  appId: 'dev.tracedeck.app',
  productName: 'Tracedeck',
  copyright: 'Copyright © The Tracedeck authors',
  extraMetadata: {
    main: 'dist/node/electron-main.js',
    // Electron names its windows by it, and the desktop finds their entry so.
    desktopName: 'tracedeck.desktop',
  },
  artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
  directories: { output: 'dist/packages', buildResources: 'build/resources' },

  // Everything but the native module is bundled, so node_modules stays out: electron-builder must not collect it.
  beforeBuild: async () => false,
  files: [
    'package.json',
    'dist/node/**',
    'dist/renderer/**',
    {
      from: 'node_modules/better-sqlite3',
      to: 'node_modules/better-sqlite3',
      // What finds it; the rest of its code is in the bundles.
      filter: ['package.json', 'lib/binding.js'],
    },
  ],
  asarUnpack: ['**/*.node'],
  extraResources: [{ from: 'dist/licenses', to: 'licenses' }],

  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    // Without a certificate an Apple processor still wants a signature over what was changed.
    resetAdHocDarwinSignature: process.platform === 'darwin',
  },
  afterPack: leaveStandInAlone,

  protocols: [{ name: 'Tracedeck', schemes: ['tracedeck'], role: 'Viewer' }],
  // What holds nothing but exports as a rule. JSON belongs to editors: for it Tracedeck is only offered (below).
  fileAssociations: [
    {
      ext: 'jsonl',
      name: 'OTLP JSON lines',
      mimeType: 'application/jsonl',
      role: 'Viewer',
      rank: 'Alternate',
    },
    {
      ext: 'ndjson',
      name: 'OTLP JSON lines',
      mimeType: 'application/x-ndjson',
      role: 'Viewer',
      rank: 'Alternate',
    },
    {
      ext: 'pb',
      name: 'OTLP protobuf',
      mimeType: 'application/x-protobuf',
      role: 'Viewer',
      rank: 'Alternate',
    },
    {
      ext: 'binpb',
      name: 'OTLP protobuf',
      mimeType: 'application/protobuf',
      role: 'Viewer',
      rank: 'Alternate',
    },
  ],

  mac: {
    target: bothArchitectures('dmg', 'zip'),
    category: 'public.app-category.developer-tools',
    icon: 'dist/icons/icon.icns',
    darkModeSupport: true,
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: 'build/resources/entitlements.mac.plist',
    entitlementsInherit: 'build/resources/entitlements.mac.plist',
    // Done where APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER are set.
    notarize: true,
    files: [nativeModule('darwin')],
    fileAssociations: [
      {
        ext: ['json', 'gz', 'zst'],
        name: 'OTLP JSON, or a packed export',
        role: 'Viewer',
        rank: 'Alternate',
      },
    ],
  },
  dmg: { title: '${productName} ${version}' },

  win: {
    target: bothArchitectures('nsis'),
    icon: 'dist/icons/icon.ico',
    files: [nativeModule('win32')],
  },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    buildUniversalInstaller: false,
    // Traces outlive the program.
    deleteAppDataOnUninstall: false,
    include: 'build/resources/installer.nsh',
  },

  linux: {
    // The AppImage first: deb and rpm leave a note of their kind in the folder that all are made of, by which updates would
    // take it for one of them.
    target: bothArchitectures('AppImage', 'deb', 'rpm', 'tar.gz'),
    executableName: 'tracedeck',
    syncDesktopName: true,
    icon: 'dist/icons/linux',
    category: 'Development',
    synopsis: 'Trace viewer for AI agents, with the OpenTelemetry collector inside',
    maintainer: 'The Tracedeck authors <tracedeck@users.noreply.github.com>',
    mimeTypes: ['application/json'],
    desktop: {
      entry: {
        GenericName: 'Trace Viewer',
        Keywords: 'trace;span;agent;LLM;OpenTelemetry;OTLP;',
        StartupNotify: 'true',
      },
    },
    files: [nativeModule('linux')],
  },
  // An update leaves a name without a version as it is: what starts it at login and from the PATH goes on finding it.
  appImage: { artifactName: '${productName}-${os}-${arch}.${ext}' },
  // The default needs libfuse2, which current distributions no longer bring.
  toolsets: { appimage: '1.0.3' },
  // Two Electron apps would own the same links.
  rpm: { fpm: ['--rpm-rpmbuild-define=_build_id_links none'] },

  publish: { provider: 'github', owner, repo, releaseType: 'draft' },
};

export default config;
