import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createAccess } from './access.ts';
import { loadScreensWhenIdle } from './load-screens.ts';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';
import { SignInGate } from './SignIn.tsx';
import { desktop } from '../lib/desktop.ts';
import { TooltipProvider } from '../ui/controls/Tooltip.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');

const access = createAccess();
const client = createQueryClient(access.noteError);
const router = createAppRouter(client);

// Links, notifications and menus of the desktop app lead to pages.
desktop()?.onNavigate((path) => router.history.push(path));

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <SignInGate access={access}>
          <RouterProvider router={router} />
        </SignInGate>
      </TooltipProvider>
    </QueryClientProvider>
  </StrictMode>,
);

void loadScreensWhenIdle(Object.values(router.routesById));
