import {
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import {
  readAccessSearch,
  readBesideSearch,
  readChangesSearch,
  readMembersSearch,
} from '../features/list/search.ts';
import { readListsSearch } from '../features/lists/search.ts';
import { only } from '../lib/search-parameters.ts';
import { Frame } from './frame.tsx';
import {
  readBuildSearch,
  readCompaniesSearch,
  readHomeSearch,
  readListSearch,
  readMovesSearch,
  readOverlapSearch,
} from './page-search.ts';
import { CrashedPage, lazyPage, leadTo, NotFoundPage, OperatorPages, PageSkeleton } from './pages.tsx';

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashedPage,
});

/** The types of search parameters must not depend on those of pages, which use them: a page is not known to be a component. */
type Load = () => Promise<{ default: unknown }>;
/** A page without search parameters. */
const page = <Path extends string>(path: Path, load: Load) =>
  createRoute({ getParentRoute: () => root, path, component: lazyPage(load) });
/** An address that leads to another one. */
const detour = <Path extends string>(path: Path, to: string) =>
  createRoute({ getParentRoute: () => root, path, beforeLoad: leadTo(to) });

const home = detour('/', '/app');
const app = createRoute({
  getParentRoute: () => root,
  path: '/app',
  validateSearch: only(readHomeSearch),
  component: lazyPage(() => import('../features/home/home-page.tsx')),
});

const lists = createRoute({
  getParentRoute: () => root,
  path: '/app/lists',
  validateSearch: only(readListsSearch),
  component: lazyPage(() => import('../features/lists/lists-page.tsx')),
});
/** A new list. The draft stands in the fragment. */
const build = createRoute({
  getParentRoute: () => root,
  path: '/app/build',
  validateSearch: only(readBuildSearch),
  component: lazyPage(() => import('../features/list/new-list-page.tsx')),
});

const list = page('/app/lists/$listId', () => import('../features/list/list-page.tsx'));
const members = createRoute({
  getParentRoute: () => list,
  path: '/',
  validateSearch: only((given) => ({ ...readMembersSearch(given), ...readBesideSearch(given) })),
  component: lazyPage(() => import('../features/list/companies-tab.tsx')),
});
const changes = createRoute({
  getParentRoute: () => list,
  path: 'changes',
  validateSearch: only(readChangesSearch),
  component: lazyPage(() => import('../features/list/changes/changes-tab.tsx')),
});
const access = createRoute({
  getParentRoute: () => list,
  path: 'access',
  validateSearch: only(readAccessSearch),
  component: lazyPage(() => import('../features/list/access-tab.tsx')),
});

interface OfList {
  params: { listId: string };
  location: { hash: string };
}

/** Opens the companies of a list with something beside them. A fragment holds the draft of the filter. */
const openCompanies =
  (search: { edit?: true; domains?: true }) =>
  ({ params, location: { hash } }: OfList) => {
    throw redirect({ to: '/app/lists/$listId', params, search, hash, replace: true });
  };
const ofList = { getParentRoute: () => list } as const;
const edit = createRoute({ ...ofList, path: 'edit', beforeLoad: openCompanies({ edit: true }) });
const domains = createRoute({ ...ofList, path: 'domains', beforeLoad: openCompanies({ domains: true }) });
const overview = createRoute({ ...ofList, path: 'overview', beforeLoad: openCompanies({}) });
/** Opens a part of access and history, which had an address of its own before. */
const openAccess =
  (section: 'sharing' | 'versions' | 'activity') =>
  ({ params, search }: Pick<OfList, 'params'> & { search: ReturnType<typeof readAccessSearch> }) => {
    const part = { ...search, section };
    throw redirect({ to: '/app/lists/$listId/access', params, search: part, replace: true });
  };
const ofAccess = { ...ofList, validateSearch: only(readAccessSearch) } as const;
const sharing = createRoute({ ...ofAccess, path: 'sharing', beforeLoad: openAccess('sharing') });
const history = createRoute({ ...ofAccess, path: 'history', beforeLoad: openAccess('versions') });
const audit = createRoute({ ...ofAccess, path: 'activity', beforeLoad: openAccess('activity') });

const companies = createRoute({
  getParentRoute: () => root,
  path: '/app/companies',
  validateSearch: only(readCompaniesSearch),
  component: lazyPage(() => import('../features/companies/companies-page.tsx')),
});
const company = page('/app/companies/$identifier', () => import('../features/companies/company-page.tsx'));
const files = createRoute({
  getParentRoute: () => root,
  path: '/app/files',
  validateSearch: only(readListSearch),
  component: lazyPage(() => import('../features/files/files-page.tsx')),
});
const job = page('/app/files/$jobId', () => import('../features/files/job-page.tsx'));
const insight = detour('/app/insight', '/app/insight/overlap');
const overlap = createRoute({
  getParentRoute: () => root,
  path: '/app/insight/overlap',
  validateSearch: only(readOverlapSearch),
  component: lazyPage(() => import('../features/insight/overlap.tsx')),
});
const rule = createRoute({
  getParentRoute: () => root,
  path: '/app/insight/rule',
  validateSearch: only(readListSearch),
  component: lazyPage(() => import('../features/insight/rule.tsx')),
});
const moves = createRoute({
  getParentRoute: () => root,
  path: '/app/insight/moves',
  validateSearch: only(readMovesSearch),
  component: lazyPage(() => import('../features/insight/moves.tsx')),
});
/** Earlier address of the page of files. */
const enrich = detour('/app/enrich', '/app/files');
const activity = page('/app/activity', () => import('../features/events/activity-page.tsx'));
/** Earlier address of the page of activity. */
const events = detour('/app/events', '/app/activity');
const credits = page('/app/settings/credits', () => import('../features/account/credits-page.tsx'));
const fields = page('/app/settings/fields', () => import('../features/account/fields-page.tsx'));
const keys = page('/app/settings/keys', () => import('../features/account/keys-page.tsx'));
const limits = page('/app/settings/limits', () => import('../features/account/limits-page.tsx'));
const people = page('/app/settings/people', () => import('../features/account/people-page.tsx'));
const signingIn = page('/app/settings/signing-in', () => import('../features/account/signing-in-page.tsx'));
const webhooks = page('/app/settings/webhooks', () => import('../features/account/webhooks-page.tsx'));
const webhook = page(
  '/app/settings/webhooks/$webhookId',
  () => import('../features/account/webhook-page.tsx'),
);
const reports = page('/app/reports', () => import('../features/companies/reports-page.tsx'));

/** Pages for operators of the installation. */
const installation = createRoute({
  getParentRoute: () => root,
  path: '/app/installation',
  component: OperatorPages,
});
const installationHome = createRoute({
  getParentRoute: () => installation,
  path: '/',
  beforeLoad: leadTo('/app/installation/reports'),
});
const operatorPage = <Path extends string>(path: Path, load: Load) =>
  createRoute({ getParentRoute: () => installation, path, component: lazyPage(load) });
const review = operatorPage('reports', () => import('../features/installation/review-page.tsx'));
const organizations = operatorPage(
  'organizations',
  () => import('../features/installation/organizations-page.tsx'),
);
const catalogueFields = operatorPage(
  'fields',
  () => import('../features/installation/installation-page.tsx'),
);
const imports = operatorPage('imports', () => import('../features/installation/imports-page.tsx'));
const checks = operatorPage('checks', () => import('../features/installation/checks-page.tsx'));

const routeTree = root.addChildren([
  home,
  app,
  lists,
  build,
  list.addChildren([members, changes, access, edit, overview, domains, sharing, history, audit]),
  companies,
  company,
  files,
  job,
  enrich,
  insight,
  overlap,
  rule,
  moves,
  activity,
  events,
  credits,
  fields,
  keys,
  limits,
  people,
  signingIn,
  webhooks,
  webhook,
  reports,
  installation.addChildren([installationHome, review, organizations, catalogueFields, imports, checks]),
]);

/** Creates the router of the pages, which begins at the current address. */
export function createPageRouter(browser: RouterHistory) {
  return createRouter({
    routeTree,
    history: browser,
    // Code of a page loads when the pointer or the focus comes near its link.
    defaultPreload: 'intent',
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 100,
    // A page that has loaded is shown at once. By default its skeleton stays for half a second.
    defaultPendingMinMs: 0,
    defaultErrorComponent: CrashedPage,
    scrollRestoration: true,
    defaultHashScrollIntoView: false,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPageRouter>;
  }
}
