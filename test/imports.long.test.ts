import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';

const CRUISER = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const RULES = resolve('.dependency-cruiser.js');
const TARGET = 'export const x = 1;\n';

interface Violation {
  rule: string;
  from: string;
  to: string;
}

/** Runs the cruiser on a project of these files. One run takes seconds, so cases share one. */
async function cruise(files: Record<string, string>): Promise<Violation[]> {
  const folder = await mkdtemp(join(tmpdir(), 'imports-'));
  try {
    for (const [path, text] of Object.entries({ 'tsconfig.json': '{}', ...files })) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const args = [
      CRUISER,
      'src',
      'console/src',
      'clients/typescript/src',
      '--config',
      RULES,
      '--output-type',
      'json',
    ];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    if (!stdout) throw new Error(stderr);
    const violations: { rule: { name: string }; from: string; to: string }[] =
      JSON.parse(stdout).summary.violations;
    return violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const FORBIDDEN = [
  ['lib-stands-alone', 'src/lib/a.ts', 'src/modules/lists/lists.ts'],
  ['database-below-modules', 'src/database/a.ts', 'src/modules/lists/lists.ts'],
  ['embedded-by-its-interface', 'src/service.ts', 'src/database/embedded/postmaster.ts'],
  ['driver-by-its-interface', 'src/database/a.ts', 'src/database/driver/cancel.ts'],
  ['embedded-stands-alone', 'src/database/embedded/a.ts', 'src/database/client.ts'],
  ['services-know-no-api', 'src/modules/lists/service.ts', 'src/graphql/builder.ts'],
  ['services-know-no-api', 'src/modules/lists/service.ts', 'src/modules/flags/schema.ts'],
  ['services-know-no-api', 'src/modules/lists/sharing/service.ts', 'src/graphql/builder.ts'],
  ['services-know-no-api', 'src/modules/lists/service.ts', 'src/modules/flags/one/flag-types.ts'],
  ['schemas-use-the-kit-alone', 'src/modules/lists/schema.ts', 'src/graphql/execute.ts'],
  ['schemas-use-the-kit-alone', 'src/modules/lists/schema.ts', 'src/graphql/analysis/analyze.ts'],
  ['schemas-use-the-kit-alone', 'src/modules/lists/schema.ts', 'src/api/yoga.ts'],
  ['schemas-use-the-kit-alone', 'src/modules/lists/sharing/schema.ts', 'src/api/yoga.ts'],
  ['parts-of-lists-one-way', 'src/modules/lists/sharing/service.ts', 'src/modules/lists/members/service.ts'],
  ['rest-knows-documents', 'src/rest/a.ts', 'src/modules/lists/service.ts'],
  ['graphql-knows-no-module', 'src/graphql/a.ts', 'src/modules/lists/schema.ts'],
  ['graphql-knows-no-module', 'src/graphql/a.ts', 'src/api/yoga.ts'],
  ['graphql-below-http', 'src/graphql/a.ts', 'src/http/app.ts'],
  ['graphql-below-http', 'src/api/a.ts', 'src/http/app.ts'],
  ['http-below-service', 'src/http/a.ts', 'src/service.ts'],
  ['observability-is-told', 'src/graphql/a.ts', 'src/observability/observability.ts'],
  ['observability-looks-on', 'src/observability/a.ts', 'src/modules/lists/service.ts'],
  ['environment-in-one-place', 'src/modules/lists/a.ts', 'src/config.ts'],
  ['console-lib', 'console/src/lib/a.ts', 'console/src/text/common.ts'],
  ['console-text', 'console/src/text/a.ts', 'console/src/api/client.ts'],
  ['console-api', 'console/src/api/a.ts', 'console/src/ui/page.ts'],
  ['console-filter', 'console/src/filter/a.ts', 'console/src/api/client.ts'],
  ['console-ui', 'console/src/ui/a.ts', 'console/src/features/lists/page.ts'],
  ['console-features', 'console/src/features/lists/a.ts', 'console/src/app/router.ts'],
  ['console-features-apart', 'console/src/features/lists/b.ts', 'console/src/features/account/page.ts'],
  ['console-app', 'console/src/app/a.ts', 'console/src/main.ts'],
  ['console-and-service-apart', 'console/src/lib/b.ts', 'src/lib/fault.ts'],
  ['client-stands-alone', 'clients/typescript/src/send.ts', 'console/src/lib/text.ts'],
  ['client-parses-apart', 'clients/typescript/src/client.ts', 'clients/typescript/src/parse.ts'],
  ['client-parses-apart', 'clients/typescript/src/client.ts', 'clients/typescript/src/filter/a.ts'],
] as const;
/** Files that import each other, one of them a type alone. */
const CIRCLES = [
  ['src/lib/one.ts', 'src/lib/two.ts'],
  ['console/src/ui/one.ts', 'console/src/ui/two.ts'],
] as const;

/** Creates files with every forbidden import. */
function forbiddenFiles(): Record<string, string> {
  const files: Record<string, string> = {};
  const add = (from: string, to: string, names = '') => {
    files[to] ??= TARGET;
    files[from] = `import ${names}'./${relative(dirname(from), to)}';\n${files[from] ?? TARGET}`;
  };
  for (const [, from, to] of FORBIDDEN) add(from, to);
  for (const [one, two] of CIRCLES) {
    add(one, two);
    add(two, one, 'type { x } from ');
  }
  return files;
}

// The cruiser is a process of its own, which a busy machine can hold up.
jest.setTimeout(90_000);

describe('the rules of import direction', () => {
  let violations: Violation[];
  beforeAll(async () => {
    violations = await cruise(forbiddenFiles());
  });

  it.each(FORBIDDEN)('include %s: %s may not import %s', (rule, from, to) => {
    expect(violations).toContainEqual({ rule, from, to });
  });

  it.each(CIRCLES)('include no-circular: %s and %s may not import each other, nor a type', (...circle) => {
    const circles = violations.filter(({ rule }) => rule === 'no-circular');
    expect(circles.map(({ from, to }) => [from, to].toSorted())).toContainEqual(circle);
  });

  it('accept imports in the direction of the layers', async () => {
    const files = {
      'console/src/main.ts': "import './app/app.ts';\n",
      'console/src/app/app.ts': "import '../features/lists/page.ts';\n",
      'console/src/features/lists/page.ts': "import '../../ui/page.ts';\n",
      'console/src/ui/page.ts': "import '../filter/a.ts';\nimport '../api/a.ts';\n",
      'console/src/filter/a.ts':
        "import '../text/a.ts';\nimport '../../../clients/typescript/src/filter/a.ts';\n",
      'console/src/api/a.ts': "import '../text/a.ts';\n",
      'console/src/text/a.ts': "import '../lib/a.ts';\n",
      'console/src/lib/a.ts': TARGET,
      'clients/typescript/src/parse.ts': "import './filter/a.ts';\n",
      'clients/typescript/src/filter/a.ts': TARGET,
      'src/main.ts': "import './service.ts';\n",
      'src/service.ts': "import './http/app.ts';\n",
      'src/http/app.ts': "import '../api/yoga.ts';\n",
      'src/api/yoga.ts': "import '../modules/lists/schema.ts';\n",
      'src/modules/lists/schema.ts': "import '../../graphql/builder.ts';\nimport './service.ts';\n",
      'src/graphql/builder.ts': TARGET,
      'src/modules/lists/service.ts': "import '../../database/client.ts';\nimport '../../lib/a.ts';\n",
      'src/database/client.ts': TARGET,
      'src/lib/a.ts': TARGET,
    };
    expect(await cruise(files)).toEqual([]);
  });
});
