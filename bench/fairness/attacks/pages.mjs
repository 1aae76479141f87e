import { COMPRESSED, holdUnread, toText } from '../http.mjs';

const CONNECTIONS = 200;
/** Requests that each connection pipelines. */
const PIPELINED = 5;

const unread = (name, paths) => ({
  name,
  finding: 1,
  grownMb: 300,
  run: async ({ url, until, histogram }) => {
    const pathOf = await paths.path(url);
    return holdUnread(url, CONNECTIONS, until, histogram, (number) => {
      const headers = encoding(number);
      return toText({ path: pathOf(number), headers }).repeat(number % 4 < 2 ? 1 : PIPELINED);
    });
  },
});

/** Half of the connections accept compressed responses; the others get the larger, uncompressed ones. */
const encoding = (number) => (number % 2 === 0 ? {} : COMPRESSED);

/** Path of the largest script of a page. Its name holds a hash. */
async function scriptOf(url, page, name) {
  const response = await fetch(new URL(page, url), { headers: { Accept: 'text/html' } });
  const found = new RegExp(`src="([^"]*/${name}\\.[^"]*)"`).exec(await response.text());
  if (!found) throw new Error(`${page} loads no ${name}`);
  return found[1];
}

const scriptPath = (page, name) => async (url) => {
  const path = await scriptOf(url, page, name);
  return () => path;
};

export const PAGES = [
  unread('pages-graphiql', { path: scriptPath('/graphql', 'graphiql') }),
  // A query string makes it another page for a cache that is keyed by the URL.
  unread('pages-graphiql-unique', {
    path: async (url) => {
      const path = await scriptOf(url, '/graphql', 'graphiql');
      return (number) => `${path}?query=${number}`;
    },
  }),
  unread('pages-docs', { path: scriptPath('/docs', 'swagger-ui-bundle') }),
  unread('pages-openapi', { path: () => () => '/v1/openapi.json' }),
];
