// Prints schema.graphql as a subgraph of a federated graph: `npm run -s subgraph`. Composition knows no @oneOf, so the inputs that have it
// lose it there: the service still refuses an input with two of their fields. The service has no `_entities`, so other subgraphs
// reach its types by its root fields.
import { readFile } from 'node:fs/promises';

const LINK =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@shareable"])\n\n';

/** Types that other subgraphs of the Relay family define as well, in the same form. */
const SHARED = /^type PageInfo \{/m;

/** @param schema text of schema.graphql */
export function toSubgraph(schema) {
  return LINK + schema.replace(/^(input \w+) @oneOf/gm, '$1').replace(SHARED, 'type PageInfo @shareable {');
}

if (process.argv[1]?.endsWith('print-subgraph.mjs')) {
  process.stdout.write(toSubgraph(await readFile(new URL('../schema.graphql', import.meta.url), 'utf8')));
}
