import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { contentSecurityPolicy } from '../contract/content-security-policy.ts';
import type { Routes } from './routes/routes.ts';

const PAGE_HEADERS = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

/** Screens of the window have paths of their own; the page behind all of them is the same. */
const SCREENS = ['/', '/p/*', '/setup'];

/**
 * The built renderer at `/`: hashed files under `/assets/` for ever, the page itself asked for again each time. Where it
 * has not been built, one line says so.
 */
export function registerUserInterface(app: Routes, directory: string): void {
  const page = path.join(directory, 'index.html');
  const sendPage = (reply: FastifyReply): FastifyReply => {
    if (!existsSync(page))
      return reply.type('text/plain').send('The user interface is not built: run npm run build.\n');
    return reply.headers(PAGE_HEADERS).header('cache-control', 'no-cache').sendFile('index.html');
  };
  app.register(fastifyStatic, {
    root: directory,
    serve: existsSync(directory),
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      reply.headers(PAGE_HEADERS);
    },
  });
  for (const url of SCREENS) app.get(url, (_request, reply) => sendPage(reply));
}
