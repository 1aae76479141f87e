// One direction of imports: main → commands → service → http → rest → api → modules/*/schema → {graphql, modules/*/service}
// → {database, lib}. `npm run imports` checks it; test/imports.long.test.ts shows that it can fail.

/** A module's GraphQL side: its types, queries and mutations, also in subfolders. */
const MODULE_SCHEMA = '^src/modules/.+[/-](schema|types?)\\.ts$';
/** What types and resolvers are made with; the rest of graphql/ runs operations. */
const GRAPHQL_KIT =
  '^src/graphql/(analysis/prices|builder|connection|context|enums|ids|limits/answer-size|mutation|nodes|order|page-info|selections|variants)\\.ts$';

/** Layers of the console from the lowest, each with the layers that it may import. `main.tsx` stands above them. */
const CONSOLE_LAYERS = [
  ['generated'],
  ['lib'],
  ['text', 'lib', 'generated'],
  ['api', 'lib', 'text', 'generated'],
  ['filter', 'lib', 'text'],
  ['ui', 'api', 'filter', 'lib', 'text', 'generated'],
  ['preview', 'ui', 'api', 'filter', 'lib', 'text', 'generated'],
  ['workspace', 'preview', 'ui', 'api', 'filter', 'lib', 'text', 'generated'],
  ['features', 'workspace', 'preview', 'ui', 'api', 'filter', 'lib', 'text', 'generated'],
  ['app', 'features', 'workspace', 'preview', 'ui', 'api', 'filter', 'lib', 'text', 'generated'],
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'lib-stands-alone',
      comment: 'lib/ knows nothing of the domain',
      severity: 'error',
      from: { path: '^src/lib/' },
      to: { path: '^src/', pathNot: '^src/lib/' },
    },
    {
      name: 'database-below-modules',
      severity: 'error',
      from: { path: '^src/database/' },
      to: { path: '^src/', pathNot: '^src/(database|lib|generated|config)' },
    },
    {
      name: 'embedded-by-its-interface',
      comment: 'the embedded PostgreSQL is opened and found through one module, removed through another',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/database/embedded/' },
      to: {
        path: '^src/database/embedded/',
        pathNot: '^src/database/embedded/embedded\\.ts$',
      },
    },
    {
      name: 'embedded-stands-alone',
      comment: 'the embedded PostgreSQL knows nothing of the rest of the database code',
      severity: 'error',
      from: { path: '^src/database/embedded/' },
      to: { path: '^src/', pathNot: '^src/(database/embedded/|database/errors\\.ts$|lib/)' },
    },
    {
      name: 'driver-by-its-interface',
      comment: 'what the service adds to node-postgres is used through the pool, statements and listeners',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/database/driver/' },
      to: {
        path: '^src/database/driver/',
        pathNot: '^src/database/driver/(pool|statement|observer)\\.ts$',
      },
    },
    {
      name: 'services-know-no-api',
      comment: 'a module beside its schema never imports GraphQL, REST or HTTP',
      severity: 'error',
      from: { path: '^src/modules/', pathNot: MODULE_SCHEMA },
      to: {
        path: [
          '^src/(graphql|api|rest|http|commands|service|main)',
          'node_modules/(graphql|@pothos|express|graphql-yoga)/',
          MODULE_SCHEMA,
        ],
      },
    },
    {
      name: 'schemas-use-the-kit-alone',
      severity: 'error',
      from: { path: MODULE_SCHEMA },
      to: {
        path: ['^src/(graphql|api|rest|http|commands|service|main)', 'node_modules/express/'],
        pathNot: GRAPHQL_KIT,
      },
    },
    {
      name: 'parts-of-lists-one-way',
      comment:
        'parts build on audit and definitions, and export on members; only the files beside them know all parts',
      severity: 'error',
      from: { path: '^src/modules/lists/(audit|definitions|domains|members|sharing)/' },
      to: {
        path: '^src/modules/lists/(domains|export|members|sharing)/',
        pathNot: '^src/modules/lists/$1/',
      },
    },
    {
      name: 'rest-knows-documents',
      comment: 'rest/ never reaches for modules or the database',
      severity: 'error',
      from: { path: '^src/rest/' },
      to: {
        path: [
          '^src/(modules|database|http|commands|service|main)',
          '^src/generated/prisma',
          'node_modules/(@prisma|pg)/',
        ],
      },
    },
    {
      name: 'rest-below-tools',
      severity: 'error',
      from: { path: '^src/(rest|api|graphql|modules|lib|database)/' },
      to: { path: '^src/mcp/' },
    },
    {
      name: 'tools-run-routes',
      comment: 'mcp/ does what REST can, and nothing else',
      severity: 'error',
      from: { path: '^src/mcp/' },
      to: {
        path: [
          '^src/(modules|database|http|commands|service|main)',
          '^src/generated',
          'node_modules/(@prisma|pg|express)/',
        ],
      },
    },
    {
      name: 'graphql-knows-no-module',
      comment: 'graphql/ is a kit: modules build their types with it, and api/ assembles the schema',
      severity: 'error',
      from: { path: '^src/graphql/' },
      to: { path: '^src/(modules|api)/' },
    },
    {
      name: 'graphql-below-http',
      severity: 'error',
      from: { path: '^src/(graphql|api)/' },
      to: { path: '^src/(rest|http|commands|service|main)' },
    },
    {
      name: 'http-below-service',
      severity: 'error',
      from: { path: '^src/http/' },
      to: { path: '^src/(commands|service|main)' },
    },
    {
      name: 'observability-is-told',
      comment: 'modules, GraphQL and REST are handed hooks; they never reach for the log, metrics or traces',
      severity: 'error',
      from: { path: '^src/(modules|graphql|api|rest|database|lib)/' },
      to: { path: '^src/observability/' },
    },
    {
      name: 'observability-looks-on',
      comment: 'it knows what it is told, not who tells it',
      severity: 'error',
      from: { path: '^src/observability/' },
      to: { path: '^src/(modules|graphql|api|rest|http|commands|service|main)' },
    },
    {
      name: 'environment-in-one-place',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(commands/|config)' },
      to: { path: '^src/config(/|\\.ts$)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'listed-packages-alone',
      comment: 'what runs is in dependencies; test/package.test.ts compares them with the bundle',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    ...CONSOLE_LAYERS.map(([layer, ...below]) => ({
      name: `console-${layer}`,
      comment: `may import ${below.join(', ') || 'nothing else of the console'}`,
      severity: 'error',
      from: { path: `^console/src/${layer}/` },
      to: { path: '^console/src/', pathNot: `^console/src/(${[layer, ...below].join('|')})/` },
    })),
    {
      name: 'console-features-apart',
      comment: 'what two features need stands in ui/, filter/, api/ or lib/; app/ puts features together',
      severity: 'error',
      from: { path: '^console/src/features/([^/]+)/' },
      to: { path: '^console/src/features/', pathNot: '^console/src/features/$1/' },
    },
    {
      name: 'console-and-service-apart',
      comment:
        'they share the schema, the TypeScript client, and rules that must be the same: of CSV cells, of texts, of shared hosts and of intervals of shares',
      severity: 'error',
      from: { path: '^console/src/' },
      to: {
        path: '^(src|test|tools)/',
        pathNot: '^src/lib/(formula-guard|shared-hosts|text-key|wilson-interval)\\.ts$',
      },
    },
    {
      name: 'client-stands-alone',
      comment: 'it is packed from its folder, without dependencies',
      severity: 'error',
      from: { path: '^clients/typescript/src/' },
      to: { pathNot: '^clients/typescript/src/' },
    },
    {
      name: 'client-parses-apart',
      comment: 'programs that parse no texts load nothing of the grammar',
      severity: 'error',
      from: { path: '^clients/typescript/src/', pathNot: '^clients/typescript/src/(filter/|parse\\.ts$)' },
      to: { path: '^clients/typescript/src/(filter/|parse\\.ts$)' },
    },
    {
      name: 'resolvable',
      comment: 'the one exception is a package of types alone, which has no code to resolve to',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^@graphql-typed-document-node/core$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|src/generated/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
