import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentSecurityPolicy } from '../contract/content-security-policy.ts';
import { ApiError } from '../errors.ts';
import type { Routes } from './routes/typed-routes.ts';

/** Pages of elsewhere neither frame nor embed an answer. */
export const KEPT_APART = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
};

export const PAGE_HEADERS = {
  ...KEPT_APART,
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'no-referrer',
  // What opened the page has no hold of its window: it could lead it elsewhere, or to one address after another.
  'cross-origin-opener-policy': 'same-origin',
};

/** What the page loads beside its assets. */
const PAGE_FILES = ['favicon.svg', 'theme.js'];

/** They hold nothing of anybody's, and a page that asks for a token must load without one. */
const FREE = { config: { tokenNeededBy: 'nobody' }, schema: { hide: true } } as const;

/** Screens of the window have paths of their own; the page behind all of them is the same. */
const SCREENS = ['/', '/p/*'];

/**
 * The built renderer at `/`: hashed files under `/assets/` for ever, the page itself asked for again each time. Files are
 * looked for when they are asked for, so a build made while the collector runs is served as well. Where there is none,
 * one line says so.
 */
export function registerUserInterface(app: Routes, directory: string): void {
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    existsSync(path.join(directory, 'index.html'))
      ? sendFile(request, reply, directory, 'index.html')
      : reply.type('text/plain').send('The user interface is not built: run npm run build.\n');
  for (const url of SCREENS) app.get(url, FREE, sendPage);
  app.get<{ Params: { '*': string } }>('/assets/*', FREE, (request, reply) =>
    sendFile(request, reply, directory, `assets/${request.params['*']}`),
  );
  for (const file of PAGE_FILES)
    app.get(`/${file}`, FREE, (request, reply) => sendFile(request, reply, directory, file));
}

/** What sends files is loaded with the first: a collector without a window never needs it. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  root: string,
  file: string,
): Promise<FastifyReply> {
  if (file.split(/[/\\]/).some((name) => name === '.' || name === '..'))
    throw new ApiError('VALIDATION_ERROR', 'a path of a file names no folder above it');
  const { default: send } = await import('@fastify/send');
  const found = await send(request.raw, encodeURI(file), { root, cacheControl: false });
  if (found.type === 'directory' || found.statusCode === 404) {
    reply.callNotFound();
    return reply;
  }
  if (found.type === 'error') throw found.metadata.error;
  const cached = file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  return reply
    .code(found.statusCode)
    .headers({ ...found.headers, ...PAGE_HEADERS, 'cache-control': cached })
    .send(found.stream);
}
