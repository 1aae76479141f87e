import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';

const LONG = `${'word '.repeat(25)}word.`;

const BAD = {
  'long.md': `# Title\n\nShort.\n\n${LONG}\n`,
  'table.md': '| a |\n|---|\n| over either door |\n',
  'schema.graphql': `"""Short."""\ntype Query {\n  """${LONG}"""\n  a: Int\n\n  """Reckoned."""\n  b: Int\n}\n`,
};
const GOOD = { 'code.md': `Run \`${'x '.repeat(30)}\` now.\n\n    ${LONG}\n` };

const folder = await mkdtemp(join(tmpdir(), 'prose-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the check on some files. @returns its exit code, and the errors without the path of the folder. */
async function check(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const paths = Object.keys(files).map((name) => join(folder, name));
  const { status, stderr } = spawnSync(process.execPath, ['tools/check-prose.mjs', ...paths], {
    encoding: 'utf8',
  });
  return { status, faults: stderr.split('\n').filter((line) => line !== '') };
}

describe('npm run prose', () => {
  it('refuses long sentences and words that are no longer used, also in tables and schema descriptions', async () => {
    const { status, faults } = await check(BAD);
    expect(status).toBe(1);
    expect(faults.sort()).toEqual([
      expect.stringMatching(/long\.md:5: .* has 26 words; at most 25/),
      expect.stringMatching(/schema\.graphql:3: .* has 26 words/),
      expect.stringMatching(/schema\.graphql:6: .*estimate/i),
      expect.stringMatching(/table\.md:3: .*API/),
    ]);
  });

  it('accepts plain sentences and code', async () => {
    expect(await check(GOOD)).toEqual({ status: 0, faults: [] });
  });
});
