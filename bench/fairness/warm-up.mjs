import { createHistogram } from './histogram.mjs';
import { createSender } from './http.mjs';

const [LOOK_UPS, PREVIEWS, PAGES, SIGN_INS] = [1_500, 30, 10, 10];
const CLIENTS = 8;

const PREVIEW = `query ($definition: JSON!) { previewCount(definitionJson: $definition) { count
  tierCounts { high medium exploratory } funnel { exactCount } breakdown(field: "country", first: 10) { value count } } }`;
const definition = (n) => ({
  registry_version: '1',
  root: { condition: { field: 'technology_count', operator: 'gte', values: [n % 5] } },
});

/**
 * Lets the service compile its code, connect, and fill its caches, like one that has been in use. Otherwise memory that
 * any use takes would count as growth by an attack. The keys belong to a separate organization.
 */
export async function warmUp(url, keys, identifiers) {
  const histogram = createHistogram();
  const sender = createSender(url, histogram);
  const lookUp = (n) => ({
    path: `/v1/companies/${identifiers[n % identifiers.length]}`,
    key: keys[n % keys.length],
  });
  const preview = (n) => ({
    method: 'POST',
    path: '/graphql',
    key: keys[n % keys.length],
    body: JSON.stringify({ query: PREVIEW, variables: { definition: definition(n) } }),
  });
  const page = (n) => ({ path: '/v1/lists?limit=10', key: keys[n % keys.length] });
  // The first one of a process loads and compiles the queries of sessions, which takes half a second once.
  const signIn = (n) => ({
    method: 'POST',
    path: '/v1/session',
    body: JSON.stringify({ key: keys[n % keys.length] }),
  });
  for (const [count, callOf] of [
    [LOOK_UPS, lookUp],
    [PREVIEWS, preview],
    [PAGES, page],
    [SIGN_INS, signIn],
  ]) {
    let sent = 0;
    const client = async () => {
      while (sent < count) await sender.send(callOf(sent++));
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }
  sender.close();
}
