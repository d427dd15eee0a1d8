import { askAhead } from './api/ahead.ts';
import { adoptTokenFromAddress } from './api/token.ts';

adoptTokenFromAddress();
// This file is small and comes first: what the page will show is on its way while the rest of it is loaded.
askAhead(location.pathname);

void import('./app/start.tsx');
