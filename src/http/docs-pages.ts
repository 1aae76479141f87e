import type { IncomingMessage } from 'node:http';
import type { Router } from 'express';
import { OPENAPI_PATH, RELATIVE, type WriteFor } from '../rest/openapi/served.ts';
import { createPage, ROOT_ID } from './page.ts';
import type { Middleware } from './request.ts';
import { type Asset, assetOf, type FindVendored, serveStatic } from './static-files.ts';

const DOCS_PATH = '/docs';

/**
 * Keys that a user enters stay in the page: they are not stored, and no external validator is called. Requests go to the
 * origin of the page, which the document names with `http` where a proxy ends TLS and does not say so.
 */
const START = `SwaggerUIBundle({
  url: '${OPENAPI_PATH}',
  dom_id: '#${ROOT_ID}',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  filter: true,
  persistAuthorization: false,
  requestInterceptor: (request) => {
    const { pathname, search } = new URL(request.url, location.href);
    request.url = location.origin + pathname + search;
    return request;
  },
  requestSnippetsEnabled: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

/** Serves the documentation of the REST API: Swagger UI from this server only, so that it works offline. */
export function createDocsRouter(find: FindVendored): Router {
  const { page, assets } = createPage({
    title: 'Company data: REST',
    style: find('swagger-ui.css', 'text/css'),
    scripts: [find('swagger-ui-bundle.js', 'text/javascript'), assetOf('docs.js', 'text/javascript', START)],
  });
  return assets.get(DOCS_PATH, page);
}

const WELCOME = `# Put your API key into the Headers tab below:
#
#   { "X-API-Key": "cds_user_…" }
#
# then run one of the operations: the button, or Ctrl-Enter.

# Free, like every query. Partners are LOCKED until your organization has
# unlocked the company; their number is always there.
query Welcome {
  viewer {
    user { name role }
    organization { name creditBalance }
  }
  companies(search: "works", first: 3) {
    edges {
      node {
        name
        primaryDomain
        partnerships(first: 2) {
          access
          totalCount
          edges { node { partnerName } }
        }
      }
    }
  }
}

# Costs one credit for each company that is not unlocked yet, and unlocks it
# for 30 days. Put a primaryDomain from the answer above here.
mutation Unlock {
  enrichPartnerships(input: { domains: ["kupferwald-software.example"] }) {
    creditsCharged
    creditsRemaining
    results {
      domain
      status
      partnerships { partnerName lastObservedAt }
    }
  }
}
`;

const OPTIONS = {
  title: 'Company data',
  headers: '{\n  "X-API-Key": "paste your key here"\n}',
  shouldPersistHeaders: false,
  query: WELCOME,
};

/** Names by which the editor asks for its workers. */
type Workers = Record<'editorWorkerService' | 'json' | 'graphql', Asset>;

function startScript(workers: Workers): string {
  const paths = Object.entries(workers).map(([label, { path }]) => [label, path]);
  return `const workers = ${JSON.stringify(Object.fromEntries(paths))};
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => workers[label] };
YogaGraphiQL.renderYogaGraphiQL(document.getElementById('${ROOT_ID}'), ${JSON.stringify(OPTIONS)});
`;
}

/**
 * GraphiQL as Yoga packs it, in files of this server, so that it works offline and browsers load its several megabytes
 * once.
 */
export function createGraphiQL(find: FindVendored): { page: Middleware; assets: Router } {
  const script = (name: string) => find(name, 'text/javascript');
  const workers: Workers = {
    editorWorkerService: script('editor-worker.js'),
    json: script('json-worker.js'),
    graphql: script('graphql-worker.js'),
  };
  return createPage({
    title: OPTIONS.title,
    style: find('graphiql.css', 'text/css'),
    scripts: [script('graphiql.js'), assetOf('graphiql-start.js', 'text/javascript', startScript(workers))],
    workers: Object.values(workers),
    policy: { fontSrc: ["'self'", 'data:'], workerSrc: ["'self'"] },
  });
}

/** Addresses for which a document is written, and compressed. Services have one or two; anybody can send others. */
const MAX_ADDRESSES = 8;

/**
 * Serves openapi.json or asyncapi.json. Its server is the address through which the request came, so that a client that was
 * generated from it needs no other. Once the first eight addresses have their documents, others share one for none of them.
 */
export function serveApiDocument(writeFor: WriteFor): Middleware {
  const served = new Map<string, Middleware>();
  return (req, res, next) => {
    res.appendHeader('Vary', 'X-Forwarded-Proto');
    const asked = addressOf(req);
    const address = served.has(asked) || served.size < MAX_ADDRESSES ? asked : RELATIVE;
    const written = served.get(address) ?? serveStatic('application/json', writeFor(address));
    served.set(address, written);
    return written(req, res, next);
  };
}

/**
 * Returns the origin of a request: its host, and `https` if a proxy ended TLS and says so. The service itself speaks plain
 * HTTP. Without a valid Host header it is `/`.
 */
function addressOf({ headers: { host, 'x-forwarded-proto': forwarded } }: IncomingMessage): string {
  const scheme = forwarded === 'https' ? 'https' : 'http';
  const url = `${scheme}://${host}`;
  return host !== undefined && URL.canParse(url) ? new URL(url).origin : RELATIVE;
}
