import type { CodegenConfig } from '@graphql-codegen/cli';

/**
 * What `npm run codegen` writes from schema.graphql and the saved documents of the REST API. The build runs it as well.
 * `--check` writes nothing and fails when a file is out of date.
 *
 * The client's types of REST come from openapi.json, of which graphql-codegen knows nothing. `npm run openapi` writes them
 * with openapi-typescript.
 */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  silent: true,
  config: { enumsAsTypes: true, skipTypename: true },
  generates: {
    'src/generated/operations.ts': {
      documents: 'src/rest/*.graphql',
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        useTypeImports: true,
        scalars: {
          DateTime: 'string',
          FilterFieldKey: 'string',
          ID: { input: 'string | number', output: 'string' },
          SafeInt: 'number',
        },
        inputMaybeValue: 'T | null | undefined',
      },
    },
    'console/src/generated/': {
      documents: 'console/src/**/*.graphql',
      preset: 'client',
      presetConfig: {
        fragmentMasking: false,
        // The console sends hashes; documents.json tells the service what they stand for.
        persistedDocuments: { hashAlgorithm: 'sha256', mode: 'replaceDocumentWithHash' },
      },
      config: {
        documentMode: 'string',
        enumsAsTypes: true,
        useTypeImports: true,
        scalars: {
          DateTime: 'string',
          FilterFieldKey: 'string',
          FilterLiteral: 'string | number | boolean',
          ID: { input: 'string | number', output: 'string' },
          JSON: 'unknown',
          SafeInt: 'number',
        },
      },
    },
    'clients/typescript/src/generated/graphql.ts': {
      plugins: [
        { add: { content: '// From schema.graphql, by `npm run codegen` in the repository.' } },
        { add: { content: "import type { FieldKey } from '../fields.ts';\n" } },
        'typescript',
      ],
      config: {
        scalars: {
          DateTime: 'string',
          FilterFieldKey: 'FieldKey',
          FilterLiteral: 'string | number | boolean',
          ID: { input: 'string | number', output: 'string' },
          JSON: 'unknown',
          SafeInt: 'number',
        },
      },
    },
    'clients/typescript/src/generated/caches.ts': {
      plugins: [
        { add: { content: '// From schema.graphql, by `npm run codegen` in the repository.\n' } },
        './tools/client-caches-plugin.mjs',
      ],
    },
  },
};

export default config;
