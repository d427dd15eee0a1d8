import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { projectsQuery } from '../api/queries.ts';
import { homeProject } from '../lib/home-project.ts';
import {
  readCompareSearch,
  readDashboardSearch,
  readLiveSearch,
  readLogListSearch,
  readMetricListSearch,
  readSessionListSearch,
  readSessionSearch,
  readSettingsSearch,
  readSetUpSearch,
  readSpanListSearch,
  readTraceListSearch,
  readTraceSearch,
} from '../lib/search.ts';
import { readTimeSearch, TIME_KEYS } from '../lib/time-range.ts';
import { NotFound, NotFoundInProject, ScreenError } from './Fallbacks.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { parseSearch, stringifySearch } from './search-params.ts';
import { Shell } from './Shell.tsx';
import { TracePage } from '../features/trace/TracePage.tsx';
import { TracesPage } from '../features/traces/TracesPage.tsx';

type RouterContext = { readonly client: QueryClient };

const rootRoute = createRootRouteWithContext<RouterContext>()({ notFoundComponent: NotFound });

async function findHome(client: QueryClient): Promise<string> {
  try {
    const { data } = await client.fetchQuery({ ...projectsQuery, staleTime: 5000 });
    return homeProject(data);
  } catch {
    return 'default';
  }
}

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    const project = await findHome(context.client);
    redirect({ to: '/p/$project/traces', params: { project }, replace: true, throw: true });
  },
});

const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/p/$project',
  component: Shell,
  notFoundComponent: NotFoundInProject,
  validateSearch: readTimeSearch,
  // The time range is one for all screens: it goes along wherever a link leads that does not name another.
  search: { middlewares: [retainSearchParams([...TIME_KEYS])] },
});

const projectIndexRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    redirect({ to: '/p/$project/traces', params, replace: true, throw: true });
  },
});

const liveRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/live',
  validateSearch: readLiveSearch,
  component: lazyScreen(() => import('../features/live/LivePage.tsx'), 'LivePage'),
});

const tracesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/traces',
  validateSearch: readTraceListSearch,
  component: TracesPage,
});

const traceRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/traces/$traceId',
  validateSearch: readTraceSearch,
  component: TracePage,
});

const sessionsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/sessions',
  validateSearch: readSessionListSearch,
  component: lazyScreen(() => import('../features/sessions/SessionsPage.tsx'), 'SessionsPage'),
});

const sessionRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/sessions/$sessionId',
  validateSearch: readSessionSearch,
  component: lazyScreen(() => import('../features/sessions/SessionPage.tsx'), 'SessionPage'),
});

const spansRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/spans',
  validateSearch: readSpanListSearch,
  component: lazyScreen(() => import('../features/spans/SpansPage.tsx'), 'SpansPage'),
});

const logsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/logs',
  validateSearch: readLogListSearch,
  component: lazyScreen(() => import('../features/logs/LogsPage.tsx'), 'LogsPage'),
});

const metricsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/metrics',
  validateSearch: readMetricListSearch,
  component: lazyScreen(() => import('../features/metrics/MetricsPage.tsx'), 'MetricsPage'),
});

const dashboardRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/dashboard',
  validateSearch: readDashboardSearch,
  component: lazyScreen(() => import('../features/dashboard/DashboardPage.tsx'), 'DashboardPage'),
});

const compareRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/compare',
  validateSearch: readCompareSearch,
  component: lazyScreen(() => import('../features/compare/ComparePage.tsx'), 'ComparePage'),
});

const setUpRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/set-up',
  validateSearch: readSetUpSearch,
  component: lazyScreen(() => import('../features/set-up/SetUpPage.tsx'), 'SetUpPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings',
  validateSearch: readSettingsSearch,
  component: lazyScreen(() => import('../features/settings/SettingsPage.tsx'), 'SettingsPage'),
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  projectRoute.addChildren([
    projectIndexRoute,
    liveRoute,
    tracesRoute,
    traceRoute,
    sessionsRoute,
    sessionRoute,
    spansRoute,
    logsRoute,
    metricsRoute,
    dashboardRoute,
    compareRoute,
    setUpRoute,
    settingsRoute,
  ]),
]);

export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    context: { client },
    parseSearch,
    stringifySearch,
    scrollRestoration: false,
    defaultPreload: 'intent',
    defaultErrorComponent: ScreenError,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
