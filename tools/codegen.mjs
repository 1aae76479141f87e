// Writes what is generated from the saved documents of the REST API, those in src/rest and its folders. Run by
// `npm run build`, and before openapi.json is written.
//   src/generated/operations.ts: the documents and their types, checked against schema.graphql;
//   src/generated/endpoints.ts: the route beside each document, by folder.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescript from '@graphql-codegen/typescript';
import * as operations from '@graphql-codegen/typescript-operations';
import { buildSchema, Kind, parse, printSchema } from 'graphql';

const root = new URL('..', import.meta.url);
const folder = new URL('src/rest/', root);
const schema = buildSchema(await readFile(new URL('schema.graphql', root), 'utf8'));
const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.graphql')).sort();
const documents = await Promise.all(
  files.map(async (name) => ({
    location: name,
    document: parse(await readFile(new URL(name, folder), 'utf8'), { noLocation: true }),
  })),
);

function writeOperations() {
  return codegen({
    filename: 'operations.ts',
    schema: parse(printSchema(schema)),
    documents,
    config: {
      useTypeImports: true,
      enumsAsTypes: true,
      skipTypename: true,
      scalars: { DateTime: 'string' },
      inputMaybeValue: 'T | null | undefined',
    },
    plugins: [{ typescript: {} }, { operations: {} }, { typedDocumentNode: {} }],
    pluginMap: { typescript, operations, typedDocumentNode },
  });
}

/** `lists/get-list.graphql` stands beside `lists/get-list.ts`, which exports `getList`. */
function writeEndpoints() {
  const imports = [];
  const byFolder = {};
  for (const { location, document } of documents) {
    if (!document.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION)) continue;
    const [path] = location.split('.');
    const [resource, file] = path.split('/');
    const name = file.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
    imports.push(`import { ${name} } from '../rest/${path}.ts';`);
    byFolder[resource] = [...(byFolder[resource] ?? []), name];
  }
  const rows = Object.entries(byFolder).map(([resource, names]) => `  ${resource}: [${names.join(', ')}],`);
  return [...imports, '', 'export const endpoints = {', ...rows, '};', ''].join('\n');
}

await mkdir(new URL('src/generated/', root), { recursive: true });
await writeFile(new URL('src/generated/operations.ts', root), await writeOperations());
await writeFile(new URL('src/generated/endpoints.ts', root), writeEndpoints());
