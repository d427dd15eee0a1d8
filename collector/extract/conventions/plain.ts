import { isPlaceholder } from '../../decode/placeholder.ts';
import type { Convention } from '../convention.ts';

/** Database calls, current and before database conventions 1.24. */
export const database: Convention = {
  keys: ['db.system.name', 'db.system', 'db.query.text', 'db.statement'],
  read(_span, draft) {
    draft.category ??= 'db';
  },
};

/** HTTP servers and clients, current and before HTTP conventions 1.23. */
export const http: Convention = {
  keys: ['http.request.method', 'http.method', 'url.full', 'http.url'],
  read(_span, draft) {
    draft.category ??= 'http';
  },
};

/** `error.type` marks a failed operation, whatever its status says. */
export const errorType: Convention = {
  keys: ['error.type'],
  read(span, draft) {
    const type = span.attributes.get('error.type');
    if (type !== undefined && type !== null && type !== '') draft.hasError = true;
  },
};

/** Logfire announces a span in progress by a placeholder, also on spans of instrumentations it set up. */
export const pendingSpan: Convention = {
  keys: ['logfire.span_type'],
  read(span, draft) {
    if (isPlaceholder(span.attributes)) draft.running = true;
  },
};
