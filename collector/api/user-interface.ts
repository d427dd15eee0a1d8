import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { contentSecurityPolicy } from '../contract/content-security-policy.ts';
import type { Routes } from './routes/routes.ts';

export const PAGE_HEADERS = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
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
  app.register(fastifyStatic, {
    root: directory,
    serve: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      reply.headers(PAGE_HEADERS);
    },
  });
  const sendPage = (reply: FastifyReply): FastifyReply =>
    existsSync(path.join(directory, 'index.html'))
      ? reply.sendFile('index.html')
      : reply.type('text/plain').send('The user interface is not built: run npm run build.\n');
  for (const url of SCREENS) app.get(url, FREE, (_request, reply) => sendPage(reply));
  app.get<{ Params: { '*': string } }>('/assets/*', FREE, (request, reply) =>
    reply.sendFile(`assets/${request.params['*']}`),
  );
  for (const file of PAGE_FILES) app.get(`/${file}`, FREE, (_request, reply) => reply.sendFile(file));
}
