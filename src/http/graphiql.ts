import type { Router } from 'express';
import { type Asset, assetOf } from './assets.ts';
import type { Middleware } from './middleware.ts';
import { createPage, ROOT_ID } from './page.ts';
import type { FindVendored } from './vendored.ts';

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
