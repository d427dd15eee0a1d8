import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from './child-process.mjs';

/** @typedef {{ executablePath?: string, env?: Record<string, string> }} Browser how Playwright is to launch it */

const versionTimeoutMs = 20_000;
const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The browser for the end-to-end tests: the one named by E2E_CHROMIUM (a path, `packed` for the one from npm, or `none` where no
 * test needs one), else Playwright's own, else the machine's, else the one from npm, which needs neither root nor a network.
 * @returns {Promise<Browser>}
 */
export async function findBrowser() {
  const named = process.env['E2E_CHROMIUM'];
  if (named === 'packed') return unpackBrowser();
  if (named === 'none') return {};
  if (named) {
    if (!existsSync(named)) throw new Error(`E2E_CHROMIUM: there is no ${named}`);
    return { executablePath: named };
  }
  const { chromium } = await import('playwright');
  if (runs(chromium.executablePath())) return {};
  const system = systemBrowsers.find((path) => runs(path));
  return system ? { executablePath: system } : unpackBrowser();
}

/** @param {string} path */
function runs(path) {
  if (!existsSync(path)) return false;
  const result = spawnSync(path, ['--version'], { timeout: versionTimeoutMs, stdio: 'ignore' });
  return result.status === 0;
}

/**
 * Takes only the files from @sparticuz/chromium: its arguments switch off what the tests are to see.
 * @returns {Promise<Browser>}
 */
async function unpackBrowser() {
  // The package exports no package.json, and its entry lies in build/.
  const folder = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { version } = createRequire(import.meta.url)(join(folder, 'package.json'));
  const home = join(root, `node_modules/.cache/chromium-${version}`);
  if (!existsSync(home)) {
    // Elsewhere first: a run that is cut short must not leave half a browser.
    mkdirSync(dirname(home), { recursive: true });
    const unfinished = mkdtempSync(`${home}-`);
    await inflateInto(unfinished, join(folder, 'bin'));
    try {
      renameSync(unfinished, home);
    } catch (error) {
      rmSync(unfinished, { recursive: true });
      if (!existsSync(home)) throw error;
    }
  }
  return {
    executablePath: join(home, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [join(home, 'al2023/lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
      FONTCONFIG_FILE: writeFontConfig(home),
    },
  };
}

/**
 * The package's own configuration names folders that are only there where it was made for: text would have neither
 * shape nor width. This one names the machine's fonts and the package's.
 * @param {string} home
 */
function writeFontConfig(home) {
  const path = join(home, 'fonts-here.conf');
  const own = `  <dir>${join(home, 'fonts/fonts')}</dir>\n  <cachedir>${join(home, 'fonts-cache')}</cachedir>\n`;
  const system = '  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>\n';
  if (!existsSync(path))
    writeFileSync(path, `<?xml version="1.0"?>\n<fontconfig>\n${system}${own}</fontconfig>\n`);
  return path;
}

/**
 * The package unpacks into TMPDIR and takes whatever lies there for its own.
 * @param {string} target
 * @param {string} archives
 */
async function inflateInto(target, archives) {
  const { inflate } = await import('@sparticuz/chromium');
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = target;
  try {
    for (const name of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']) {
      await inflate(join(archives, name));
    }
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}
