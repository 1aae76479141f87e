// Writes the generated half of clients/typescript: types of REST from openapi.json, types of GraphQL from
// schema.graphql. With --check it writes nothing and fails when what is there differs.
import { readFile, writeFile } from 'node:fs/promises';
import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import { buildSchema, parse, printSchema } from 'graphql';
import openapiTypeScript, { astToString } from 'openapi-typescript';

const root = new URL('..', import.meta.url);
const read = (path) => readFile(new URL(path, root), 'utf8');

async function restTypes() {
  const types = await openapiTypeScript(JSON.parse(await read('openapi.json')), { alphabetize: false });
  return `// From openapi.json, by \`npm run openapi\` in the repository.\n\n${astToString(types)}`;
}

async function graphqlTypes() {
  const types = await codegen({
    filename: 'graphql.ts',
    schema: parse(printSchema(buildSchema(await read('schema.graphql')))),
    documents: [],
    config: {
      enumsAsTypes: true,
      skipTypename: true,
      scalars: { DateTime: 'string', JSON: 'unknown', FilterLiteral: 'string | number | boolean' },
    },
    plugins: [{ typescript: {} }],
    pluginMap: { typescript },
  });
  return `// From schema.graphql, by \`npm run schema\` in the repository.\n\n${types}`;
}

const files = { 'rest.ts': restTypes, 'graphql.ts': graphqlTypes };
for (const [name, generate] of Object.entries(files)) {
  const path = `clients/typescript/src/generated/${name}`;
  const text = await generate();
  if (!process.argv.includes('--check')) await writeFile(new URL(path, root), text);
  else if ((await read(path).catch(() => '')) !== text) {
    console.error(`${path} is out of date; run npm run openapi`);
    process.exitCode = 1;
  }
}
