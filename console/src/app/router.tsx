import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { patiently } from '../api/load-code.ts';
import { readChangesSearch } from '../features/list/changes/search.ts';
import { readMembersSearch } from '../features/list/members/search.ts';
import { readListsSearch } from '../features/lists/search.ts';
import { only } from '../lib/search-parameters.ts';
import { Frame } from './frame.tsx';
import { CrashedPage, NotFoundPage, OperatorPages, PageSkeleton } from './pages.tsx';

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashedPage,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/app', replace: true });
  },
});
const app = createRoute({
  getParentRoute: () => root,
  path: '/app',
  validateSearch: only(readHomeSearch),
  component: lazyPage(() => import('../features/home/home-page.tsx'), 'HomePage'),
});

const lists = createRoute({
  getParentRoute: () => root,
  path: '/app/lists',
  validateSearch: only(readListsSearch),
  component: lazyPage(() => import('../features/lists/lists-page.tsx'), 'ListsPage'),
});
/** The builder of a new list. The draft stands in the fragment. */
const build = createRoute({
  getParentRoute: () => root,
  path: '/app/build',
  validateSearch: only(readBuildSearch),
  component: lazyPage(() => import('../features/builder/builder-page.tsx'), 'BuilderPage'),
});
/** The builder on the definition of a list. */
const edit = createRoute({
  getParentRoute: () => root,
  path: '/app/lists/$listId/edit',
  component: lazyPage(() => import('../features/builder/builder-page.tsx'), 'BuilderPage'),
});

const list = createRoute({
  getParentRoute: () => root,
  path: '/app/lists/$listId',
  component: lazyPage(() => import('../features/list/list-page.tsx'), 'ListPage'),
});
const overview = createRoute({
  getParentRoute: () => list,
  path: 'overview',
  component: lazyPage(() => import('../features/list/overview/overview-tab.tsx'), 'OverviewTab'),
});
const members = createRoute({
  getParentRoute: () => list,
  path: '/',
  validateSearch: only(readMembersSearch),
  component: lazyPage(() => import('../features/list/members/members-tab.tsx'), 'MembersTab'),
});
const changes = createRoute({
  getParentRoute: () => list,
  path: 'changes',
  validateSearch: only(readChangesSearch),
  component: lazyPage(() => import('../features/list/changes/changes-tab.tsx'), 'ChangesTab'),
});
const history = createRoute({
  getParentRoute: () => list,
  path: 'history',
  validateSearch: only(readHistorySearch),
  component: lazyPage(() => import('../features/list/history/history-tab.tsx'), 'HistoryTab'),
});
const domains = createRoute({
  getParentRoute: () => list,
  path: 'domains',
  component: lazyPage(() => import('../features/list/domains/domains-tab.tsx'), 'DomainsTab'),
});
const sharing = createRoute({
  getParentRoute: () => list,
  path: 'sharing',
  component: lazyPage(() => import('../features/list/sharing/sharing-tab.tsx'), 'SharingTab'),
});
const audit = createRoute({
  getParentRoute: () => list,
  path: 'activity',
  component: lazyPage(() => import('../features/list/audit/audit-tab.tsx'), 'AuditTab'),
});

const companies = createRoute({
  getParentRoute: () => root,
  path: '/app/companies',
  validateSearch: only(readCompaniesSearch),
  component: lazyPage(() => import('../features/companies/companies-page.tsx'), 'CompaniesPage'),
});
const company = createRoute({
  getParentRoute: () => root,
  path: '/app/companies/$identifier',
  component: lazyPage(() => import('../features/companies/company-page.tsx'), 'CompanyPage'),
});
const enrich = createRoute({
  getParentRoute: () => root,
  path: '/app/enrich',
  validateSearch: only(readEnrichSearch),
  component: lazyPage(() => import('../features/enrich/enrich-page.tsx'), 'EnrichPage'),
});
const activity = createRoute({
  getParentRoute: () => root,
  path: '/app/activity',
  component: lazyPage(() => import('../features/account/activity-page.tsx'), 'ActivityPage'),
});
const events = createRoute({
  getParentRoute: () => root,
  path: '/app/events',
  component: lazyPage(() => import('../features/events/events-page.tsx'), 'EventsPage'),
});
const keys = createRoute({
  getParentRoute: () => root,
  path: '/app/settings/keys',
  component: lazyPage(() => import('../features/account/keys-page.tsx'), 'KeysPage'),
});
const limits = createRoute({
  getParentRoute: () => root,
  path: '/app/settings/limits',
  component: lazyPage(() => import('../features/account/limits-page.tsx'), 'LimitsPage'),
});
const people = createRoute({
  getParentRoute: () => root,
  path: '/app/settings/people',
  component: lazyPage(() => import('../features/account/people-page.tsx'), 'PeoplePage'),
});
const signingIn = createRoute({
  getParentRoute: () => root,
  path: '/app/settings/signing-in',
  component: lazyPage(() => import('../features/account/signing-in-page.tsx'), 'SigningInPage'),
});
const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/app/settings/webhooks',
  component: lazyPage(() => import('../features/account/webhooks-page.tsx'), 'WebhooksPage'),
});
const webhook = createRoute({
  getParentRoute: () => root,
  path: '/app/settings/webhooks/$webhookId',
  component: lazyPage(() => import('../features/account/webhook-page.tsx'), 'WebhookPage'),
});
const reports = createRoute({
  getParentRoute: () => root,
  path: '/app/reports',
  component: lazyPage(() => import('../features/companies/reports-page.tsx'), 'ReportsPage'),
});

/** Pages for operators of the installation. */
const installation = createRoute({
  getParentRoute: () => root,
  path: '/app/installation',
  component: OperatorPages,
});
const installationHome = createRoute({
  getParentRoute: () => installation,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/app/installation/reports', replace: true });
  },
});
const review = createRoute({
  getParentRoute: () => installation,
  path: 'reports',
  component: lazyPage(() => import('../features/installation/review-page.tsx'), 'ReviewPage'),
});
const organizations = createRoute({
  getParentRoute: () => installation,
  path: 'organizations',
  component: lazyPage(() => import('../features/installation/organizations-page.tsx'), 'OrganizationsPage'),
});
const imports = createRoute({
  getParentRoute: () => installation,
  path: 'imports',
  component: lazyPage(() => import('../features/installation/imports-page.tsx'), 'ImportsPage'),
});
const checks = createRoute({
  getParentRoute: () => installation,
  path: 'checks',
  component: lazyPage(() => import('../features/installation/checks-page.tsx'), 'ChecksPage'),
});

const routeTree = root.addChildren([
  home,
  app,
  lists,
  build,
  edit,
  list.addChildren([overview, members, changes, history, domains, sharing, audit]),
  companies,
  company,
  enrich,
  activity,
  events,
  keys,
  limits,
  people,
  signingIn,
  webhooks,
  webhook,
  reports,
  installation.addChildren([installationHome, review, organizations, imports, checks]),
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

/** A page whose code loads when it is first needed, and waits for the service if that is away. */
function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(patiently(load), name);
}

/** Search parameters of the home page. */
interface HomeSearch {
  /** The sentence. */
  q?: string;
}

/** Words that a sentence had beside its filter, as the home page gives them. */
function readBuildSearch({ left }: Record<string, unknown>): { left?: string[] } {
  if (!Array.isArray(left)) return {};
  const words = left.slice(0, 50).map((each) => String(each).slice(0, 200));
  return words.length > 0 ? { left: words } : {};
}

/** Reads the search parameters; invalid ones are left out. */
function readHomeSearch({ q }: Record<string, unknown>): HomeSearch {
  // The router reads "2024" as a number.
  const isText = typeof q === 'string' || typeof q === 'number';
  return isText && q !== '' ? { q: String(q).slice(0, 2_000) } : {};
}

/** Search parameters of the page of companies. */
interface CompaniesSearch {
  search?: string;
}

/** Reads the search parameters; invalid ones are left out. */
function readCompaniesSearch({ search }: Record<string, unknown>): CompaniesSearch {
  return typeof search === 'string' && search !== '' ? { search } : {};
}

/** Search parameters of the enrichment page. */
interface EnrichSearch {
  /** Id of the job that is shown. */
  job?: string;
}

/** Reads the search parameters; invalid ones are left out. */
function readEnrichSearch({ job }: Record<string, unknown>): EnrichSearch {
  return typeof job === 'string' && job !== '' ? { job } : {};
}

/** State of the page that a link carries: the versions that are compared. */
interface HistorySearch {
  /** Earlier version; the one before `to` unless given. */
  from?: number;
  /** Later version; the current one unless given. */
  to?: number;
}

function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  const version = (key: string) => {
    const number = Number(search[key]);
    return Number.isInteger(number) && number > 0 ? number : undefined;
  };
  const [from, to] = [version('from'), version('to')];
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
