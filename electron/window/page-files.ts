import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { contentSecurityPolicy } from '../../collector/contract/content-security-policy.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // Files come from the disk: keeping them would only show an old page after an update.
  'cache-control': 'no-store',
};

/**
 * Answers with a file of the built renderer. A path without a file is a screen, which the page itself finds its way to;
 * only a missing asset is 404. No path leads out of the folder.
 */
export async function answerFile(request: Request, folder: string): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Method not allowed');
  const file = fileOf(new URL(request.url).pathname, folder);
  if (file === null) return plain(400, 'Bad path');
  const content = await read(file);
  if (content) return answer(file, content);
  if (file.startsWith(join(folder, 'assets') + sep)) return plain(404, 'Not found');
  const page = join(folder, 'index.html');
  const pageContent = await read(page);
  return pageContent
    ? answer(page, pageContent)
    : plain(500, 'The user interface is not built: run npm run build.');
}

/** The file that a path names; null for one that cannot be decoded or leads elsewhere. */
export function fileOf(pathname: string, folder: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  const file = normalize(join(folder, path));
  const isInside = file.startsWith(normalize(folder) + sep);
  return isInside && !path.includes('\0') ? file : null;
}

/** Null for what is no file. */
async function read(path: string): Promise<Buffer<ArrayBuffer> | null> {
  try {
    return await readFile(path);
  } catch {
    return null;
  }
}

function answer(file: string, content: Buffer<ArrayBuffer>): Response {
  const type = contentTypes[extname(file)] ?? 'application/octet-stream';
  return new Response(content, { headers: { ...pageHeaders, 'content-type': type } });
}

function plain(status: number, message: string): Response {
  return new Response(message, {
    status,
    headers: { ...pageHeaders, 'content-type': 'text/plain; charset=utf-8' },
  });
}
