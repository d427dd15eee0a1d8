import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { partsOf, readArguments } from '../../bench/program-arguments.ts';
import { compare } from './compare.ts';
import { type ModelCall, startModelServer } from './model-server.ts';
import { RECORDINGS, type Recording } from './packages.ts';
import { readBack } from './read-back.ts';
import { MODEL, SYSTEM, TURNS, USER, WEATHER } from './script.ts';

/* By hand only: it installs what it runs. `README.md` says how. */

const USAGE = `npm run record [-- ${Object.keys(RECORDINGS).join('|')} --endpoint URL]
Runs SDKs from npm against the scripted model server, with their own export to a collector that runs already, and says what
of the script the collector does not tell.`;

/** Some SDKs keep a process alive for ever: it is ended then, and the run has failed. */
const longestMs = 300_000;
const SCENARIOS = fileURLToPath(new URL('scenarios', import.meta.url));

const { values, names } = readArguments(USAGE, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      endpoint: { type: 'string', default: 'http://127.0.0.1:5388' },
      help: { type: 'boolean', default: false },
    },
  });
  const all = Object.keys(RECORDINGS);
  return { values, names: partsOf(positionals.length === 0 ? all : positionals, all) };
});

if (values.help) console.log(USAGE);
else for (const name of names) await record(name, RECORDINGS[name]!);

async function record(name: string, recording: Recording): Promise<void> {
  const folder = path.join(tmpdir(), 'tracedeck-recordings', name);
  await install(folder, recording);
  const project = `recorded-${name}`;
  const since = new Date().toISOString();
  const session = `${name}-${Date.parse(since)}`;
  const modelServer = await startModelServer();
  try {
    await runScenario(path.join(folder, `${name}.mjs`), {
      modelUrl: modelServer.url,
      otlpUrl: `${values.endpoint}/otel/${project}`,
      session,
    });
  } finally {
    await modelServer.stop();
  }
  console.log(`\n${name} → project ${project}, session ${session}`);
  console.log(modelServer.calls.map(lineOfCall).join('\n'));
  const told = await readBack({ endpoint: values.endpoint, project, session, since });
  const checks = compare(recording, modelServer.calls, told);
  for (const { says, instead } of checks.filter(({ holds }) => !holds))
    console.log(`  ✗ ${says}: ${instead}`);
  const held = checks.filter(({ holds }) => holds).length;
  console.log(`  ${told.spans.length} spans; ${held} of ${checks.length} hold`);
}

/** The packages stay in the temporary folder, so that only the first run with these versions waits for them. */
async function install(folder: string, { packages }: Recording): Promise<void> {
  await mkdir(folder, { recursive: true });
  const manifest = path.join(folder, 'package.json');
  const installed = path.join(folder, 'installed.json');
  const wanted = JSON.stringify({ private: true, type: 'module', dependencies: packages }, null, 2);
  const present = await readFile(installed, 'utf8').catch(() => null);
  if (present !== wanted) {
    await writeFile(manifest, wanted);
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
    await writeFile(installed, wanted);
  }
  await cp(SCENARIOS, folder, { recursive: true });
}

/** In a process of its own, as an application would run. */
async function runScenario(
  file: string,
  place: { readonly modelUrl: string; readonly otlpUrl: string; readonly session: string },
): Promise<void> {
  const questions = TURNS.map(({ question }) => question);
  const recording = { ...place, questions, model: MODEL, system: SYSTEM, user: USER, weather: WEATHER };
  await run(process.execPath, [file], {
    cwd: path.dirname(file),
    env: {
      ...process.env,
      RECORDING: JSON.stringify(recording),
      OPENAI_API_KEY: 'scripted',
      OTEL_SERVICE_NAME: 'weather',
      OTEL_EXPORTER_OTLP_ENDPOINT: place.otlpUrl,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    },
  });
}

async function run(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<void> {
  const { env = process.env, cwd } = options;
  // npm on the Node that runs the scenarios, which packages are checked against.
  const PATH = [path.dirname(process.execPath), env['PATH']].join(path.delimiter);
  const child = spawn(command, args, { cwd, env: { ...env, PATH }, stdio: 'inherit', timeout: longestMs });
  const [code, signal] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code ?? signal}`);
}

function lineOfCall({ path, question, results, streamed, reply }: ModelCall): string {
  const answer = reply ? Object.keys(reply)[0] : 'not in the script';
  return `  ${path}${streamed ? ' (stream)' : ''}: "${question}", ${results} results → ${answer}`;
}
