// graphql-codegen plugin: lists the routes of the REST API, each with its folder. `lists/get-list.graphql` stands beside
// `lists/get-list.ts`, whose row is the default export.
import { basename, dirname, relative } from 'node:path';
import { Kind } from 'graphql';

export function plugin(_schema, documents) {
  const routes = documents
    .filter(({ document }) => document.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION))
    .map(({ location }) =>
      relative('src/rest', location)
        .replaceAll('\\', '/')
        .replace(/\.graphql$/, ''),
    )
    .map((path) => ({ path, name: basename(path).replace(/-(\w)/g, (_, letter) => letter.toUpperCase()) }));
  const rows = routes.map(({ path, name }) => `  { ...${name}, resource: '${dirname(path)}' },`);
  return {
    prepend: routes.map(({ path, name }) => `import ${name} from '../rest/${path}.ts';`),
    content: ['export const endpoints = [', ...rows, '];', ''].join('\n'),
  };
}
