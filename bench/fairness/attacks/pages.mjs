import { holdUnread, toText } from '../http.mjs';

const CONNECTIONS = 200;
/** Requests that each connection pipelines. */
const PIPELINED = 5;

const unread = (name, paths) => ({
  name,
  finding: 1,
  grownMb: 300,
  run: ({ url, until, histogram }) =>
    holdUnread(url, CONNECTIONS, until, histogram, (number) => {
      const headers = paths.headers(number);
      const path = paths.path(number);
      return toText({ path, headers }).repeat(number % 4 < 2 ? 1 : PIPELINED);
    }),
});

/** Half of the connections accept compressed responses; the others get the larger, uncompressed ones. */
const encoding = (number) => (number % 2 === 0 ? {} : { 'Accept-Encoding': 'gzip, deflate, br' });
const html = (number) => ({ Accept: 'text/html', ...encoding(number) });

export const PAGES = [
  unread('pages-graphiql', { path: () => '/graphql', headers: html }),
  // A query string makes it another page for a cache that is keyed by the URL.
  unread('pages-graphiql-unique', { path: (number) => `/graphql?query=${number}`, headers: html }),
  unread('pages-docs', { path: () => '/docs/swagger-ui-bundle.js', headers: encoding }),
  unread('pages-openapi', { path: () => '/v1/openapi.json', headers: encoding }),
];
