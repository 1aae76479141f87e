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
type Read<Search extends object> = (given: Record<string, unknown>) => Search;

const page = <Path extends string>(path: Path, load: Load) =>
  createRoute({ getParentRoute: () => root, path, component: lazyPage(load) });
/** A page with search parameters. */
const searchPage = <Path extends string, Search extends object>(path: Path, read: Read<Search>, load: Load) =>
  createRoute({ getParentRoute: () => root, path, validateSearch: only(read), component: lazyPage(load) });
/** An address that leads to another one. */
const detour = <Path extends string>(path: Path, to: string) =>
  createRoute({ getParentRoute: () => root, path, beforeLoad: leadTo(to) });

const list = page('/app/lists/$listId', () => import('../features/list/list-page.tsx'));

/** A tab of a list. */
const tab = <Path extends string, Search extends object>(path: Path, read: Read<Search>, load: Load) =>
  createRoute({ getParentRoute: () => list, path, validateSearch: only(read), component: lazyPage(load) });

interface OfList {
  params: { listId: string };
  location: { hash: string };
}

/** An address that opens the companies of a list with something beside them. A fragment holds the draft of the filter. */
const companiesOf = <Path extends string>(path: Path, search: { edit?: true; domains?: true }) =>
  createRoute({
    getParentRoute: () => list,
    path,
    beforeLoad: ({ params, location: { hash } }: OfList) => {
      throw redirect({ to: '/app/lists/$listId', params, search, hash, replace: true });
    },
  });

/** Earlier address of a part of access and history. */
const accessOf = <Path extends string>(path: Path, section: 'sharing' | 'versions' | 'activity') =>
  createRoute({
    getParentRoute: () => list,
    path,
    validateSearch: only(readAccessSearch),
    beforeLoad: ({ params, search }: Pick<OfList, 'params'> & { search: AccessSearch }) => {
      const part = { ...search, section };
      throw redirect({ to: '/app/lists/$listId/access', params, search: part, replace: true });
    },
  });
type AccessSearch = ReturnType<typeof readAccessSearch>;

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

const routeTree = root.addChildren([
  detour('/', '/app'),
  searchPage('/app', readHomeSearch, () => import('../features/home/home-page.tsx')),
  searchPage('/app/lists', readListsSearch, () => import('../features/lists/lists-page.tsx')),
  // A new list. The draft stands in the fragment.
  searchPage('/app/build', readBuildSearch, () => import('../features/list/new-list-page.tsx')),
  list.addChildren([
    tab(
      '/',
      (given) => ({ ...readMembersSearch(given), ...readBesideSearch(given) }),
      () => import('../features/list/companies-tab.tsx'),
    ),
    tab('changes', readChangesSearch, () => import('../features/list/changes/changes-tab.tsx')),
    tab('access', readAccessSearch, () => import('../features/list/access-tab.tsx')),
    companiesOf('edit', { edit: true }),
    companiesOf('overview', {}),
    companiesOf('domains', { domains: true }),
    accessOf('sharing', 'sharing'),
    accessOf('history', 'versions'),
    accessOf('activity', 'activity'),
  ]),
  searchPage('/app/companies', readCompaniesSearch, () => import('../features/companies/companies-page.tsx')),
  page('/app/companies/$identifier', () => import('../features/companies/company-page.tsx')),
  searchPage('/app/files', readListSearch, () => import('../features/files/files-page.tsx')),
  page('/app/files/$jobId', () => import('../features/files/job-page.tsx')),
  // Earlier address of the page of files.
  detour('/app/enrich', '/app/files'),
  detour('/app/insight', '/app/insight/overlap'),
  searchPage('/app/insight/overlap', readOverlapSearch, () => import('../features/insight/overlap.tsx')),
  searchPage('/app/insight/rule', readListSearch, () => import('../features/insight/rule.tsx')),
  searchPage('/app/insight/moves', readMovesSearch, () => import('../features/insight/moves.tsx')),
  page('/app/activity', () => import('../features/events/activity-page.tsx')),
  // Earlier address of the page of activity.
  detour('/app/events', '/app/activity'),
  page('/app/settings/credits', () => import('../features/account/credits-page.tsx')),
  page('/app/settings/fields', () => import('../features/account/fields-page.tsx')),
  page('/app/settings/keys', () => import('../features/account/keys-page.tsx')),
  page('/app/settings/limits', () => import('../features/account/limits-page.tsx')),
  page('/app/settings/people', () => import('../features/account/people-page.tsx')),
  page('/app/settings/signing-in', () => import('../features/account/signing-in-page.tsx')),
  page('/app/settings/webhooks', () => import('../features/account/webhooks-page.tsx')),
  page('/app/settings/webhooks/$webhookId', () => import('../features/account/webhook-page.tsx')),
  page('/app/reports', () => import('../features/companies/reports-page.tsx')),
  installation.addChildren([
    installationHome,
    operatorPage('reports', () => import('../features/installation/review-page.tsx')),
    operatorPage('organizations', () => import('../features/installation/organizations-page.tsx')),
    operatorPage('fields', () => import('../features/installation/installation-page.tsx')),
    operatorPage('imports', () => import('../features/installation/imports-page.tsx')),
    operatorPage('checks', () => import('../features/installation/checks-page.tsx')),
  ]),
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
