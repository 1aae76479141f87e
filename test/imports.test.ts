import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';

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
    const args = [CRUISER, 'src', '--config', RULES, '--output-type', 'json'];
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
  ['embedded-by-its-interface', 'src/service.ts', 'src/database/embedded/process.ts'],
  ['driver-by-its-interface', 'src/database/a.ts', 'src/database/driver/internals.ts'],
  ['embedded-stands-alone', 'src/database/embedded/a.ts', 'src/database/client.ts'],
  ['services-know-no-api', 'src/modules/lists/lists-service.ts', 'src/graphql/builder.ts'],
  ['services-know-no-api', 'src/modules/lists/lists-service.ts', 'src/modules/flags/schema.ts'],
  ['services-know-no-api', 'src/modules/lists/sharing/sharing.ts', 'src/graphql/builder.ts'],
  ['services-know-no-api', 'src/modules/lists/lists-service.ts', 'src/modules/flags/one/flag-types.ts'],
  ['schemas-use-the-kit-alone', 'src/modules/lists/schema.ts', 'src/graphql/execute.ts'],
  ['schemas-use-the-kit-alone', 'src/modules/lists/schema.ts', 'src/graphql/analysis/analyze.ts'],
  ['schemas-use-the-kit-alone', 'src/modules/lists/schema.ts', 'src/api/yoga.ts'],
  ['schemas-use-the-kit-alone', 'src/modules/lists/sharing/sharing-schema.ts', 'src/api/yoga.ts'],
  ['parts-of-lists-one-way', 'src/modules/lists/sharing/sharing.ts', 'src/modules/lists/members/members.ts'],
  ['rest-knows-documents', 'src/rest/a.ts', 'src/modules/lists/lists-service.ts'],
  ['graphql-knows-no-module', 'src/graphql/a.ts', 'src/modules/lists/schema.ts'],
  ['graphql-knows-no-module', 'src/graphql/a.ts', 'src/api/yoga.ts'],
  ['graphql-below-http', 'src/graphql/a.ts', 'src/http/app.ts'],
  ['graphql-below-http', 'src/api/a.ts', 'src/http/app.ts'],
  ['http-below-service', 'src/http/a.ts', 'src/service.ts'],
  ['observability-is-told', 'src/graphql/a.ts', 'src/observability/observability.ts'],
  ['observability-looks-on', 'src/observability/a.ts', 'src/modules/lists/lists-service.ts'],
  ['environment-in-one-place', 'src/modules/lists/a.ts', 'src/config.ts'],
] as const;
const CIRCLE = ['src/lib/one.ts', 'src/lib/two.ts'] as const;

/** Creates files with every forbidden import. */
function forbiddenFiles(): Record<string, string> {
  const [one, two] = CIRCLE;
  const imports = [
    ...FORBIDDEN.map(([, from, to]) => [from, to] as const),
    [one, two] as const,
    [two, one] as const,
  ];
  const files: Record<string, string> = {};
  for (const [from, to] of imports) {
    const path = `${'../'.repeat(from.split('/').length - 2)}${to.replace(/^src\//, '')}`;
    files[to] ??= TARGET;
    files[from] = `import '${path.startsWith('.') ? path : `./${path}`}';\n${files[from] ?? TARGET}`;
  }
  return files;
}

describe('the rules of import direction', () => {
  let violations: Violation[];
  beforeAll(async () => {
    violations = await cruise(forbiddenFiles());
  });

  it.each(FORBIDDEN)('include %s: %s may not import %s', (rule, from, to) => {
    expect(violations).toContainEqual({ rule, from, to });
  });

  it('include no-circular: two files may not import each other', () => {
    const circles = violations.filter(({ rule }) => rule === 'no-circular');
    expect(circles.map(({ from, to }) => [from, to].toSorted())).toContainEqual(CIRCLE);
  });

  it('accept imports in the direction of the layers', async () => {
    const files = {
      'src/main.ts': "import './service.ts';\n",
      'src/service.ts': "import './http/app.ts';\n",
      'src/http/app.ts': "import '../api/yoga.ts';\n",
      'src/api/yoga.ts': "import '../modules/lists/schema.ts';\n",
      'src/modules/lists/schema.ts': "import '../../graphql/builder.ts';\nimport './lists-service.ts';\n",
      'src/graphql/builder.ts': TARGET,
      'src/modules/lists/lists-service.ts': "import '../../database/client.ts';\nimport '../../lib/a.ts';\n",
      'src/database/client.ts': TARGET,
      'src/lib/a.ts': TARGET,
    };
    expect(await cruise(files)).toEqual([]);
  });
});
