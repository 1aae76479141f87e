import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const CRUISER = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const RULES = resolve('.dependency-cruiser.js');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imports-'));
  await writeFile(join(folder, 'tsconfig.json'), '{}');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function cruise(files: Record<string, string>): Promise<string[]> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const args = [CRUISER, 'src', '--config', RULES, '--output-type', 'json'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  if (!stdout) throw new Error(stderr);
  const { summary } = JSON.parse(stdout);
  return summary.violations.map((violation: { rule: { name: string } }) => violation.rule.name);
}

const TARGET = 'export const x = 1;\n';

describe('the rules of import direction', () => {
  it.each([
    ['lib-stands-alone', 'src/lib/a.ts', 'src/modules/lists/lists.ts'],
    ['database-below-modules', 'src/database/a.ts', 'src/modules/lists/lists.ts'],
    ['embedded-by-its-interface', 'src/service.ts', 'src/database/embedded/process.ts'],
    ['driver-by-its-interface', 'src/database/a.ts', 'src/database/driver/internals.ts'],
    ['embedded-stands-alone', 'src/database/embedded/a.ts', 'src/database/client.ts'],
    ['services-know-no-door', 'src/modules/lists/lists-service.ts', 'src/graphql/builder.ts'],
    ['services-know-no-door', 'src/modules/lists/lists-service.ts', 'src/modules/flags/schema.ts'],
    ['schemas-use-the-kit-alone', 'src/modules/lists/schema.ts', 'src/graphql/yoga.ts'],
    ['rest-knows-documents', 'src/rest/a.ts', 'src/modules/lists/lists-service.ts'],
    ['graphql-below-http', 'src/graphql/a.ts', 'src/http/app.ts'],
    ['http-below-service', 'src/http/a.ts', 'src/service.ts'],
    ['observability-is-told', 'src/graphql/a.ts', 'src/observability/observability.ts'],
    ['observability-looks-on', 'src/observability/a.ts', 'src/modules/lists/lists-service.ts'],
    ['environment-in-one-place', 'src/modules/lists/a.ts', 'src/config.ts'],
  ])('%s: %s may not import %s', async (rule, from, to) => {
    const path = `${'../'.repeat(from.split('/').length - 2)}${to.replace(/^src\//, '')}`;
    const relative = path.startsWith('.') ? path : `./${path}`;
    expect(await cruise({ [from]: `import '${relative}';\n`, [to]: TARGET })).toContain(rule);
  });

  it('no-circular: two files may not need each other', async () => {
    const files = { 'src/lib/a.ts': "import './b.ts';\n", 'src/lib/b.ts': "import './a.ts';\n" };
    expect(await cruise(files)).toContain('no-circular');
  });

  it('let the direction of the layout pass', async () => {
    const files = {
      'src/main.ts': "import './service.ts';\n",
      'src/service.ts': "import './http/app.ts';\n",
      'src/http/app.ts': "import '../graphql/yoga.ts';\n",
      'src/graphql/yoga.ts': "import '../modules/lists/schema.ts';\n",
      'src/modules/lists/schema.ts': "import '../../graphql/builder.ts';\nimport './lists-service.ts';\n",
      'src/graphql/builder.ts': TARGET,
      'src/modules/lists/lists-service.ts': "import '../../database/client.ts';\nimport '../../lib/a.ts';\n",
      'src/database/client.ts': TARGET,
      'src/lib/a.ts': TARGET,
    };
    expect(await cruise(files)).toEqual([]);
  });
});
