import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { blocksOf, findPages } from '../harness/pages.ts';
import { findPasteFaults, paste } from '../harness/paste.ts';

/** A block that begins with the name of a program's or a unit's file. Its first line is a comment there. */
const FILE = /^(?:#|\/\/) [\w/@.-]+\.(?:py|sh|tsx?|mjs|service|timer|ya?ml|conf)\n/;
/** A file of data, in which no line is a comment. */
const DATA = /^(?:#|\/\/) [\w./-]+\.(?:csv|tsv|txt|json|ndjson|jsonl)\n/;
const PAGES = [...(await findPages()), 'ops/README.md', 'ops/monitoring/README.md', 'ops/cluster/README.md'];

it('every block of a shell can be pasted, also where # begins no comment', async () => {
  const faults: string[] = [];
  for (const path of PAGES)
    for (const { language, text, line } of blocksOf(await readFile(path, 'utf8'))) {
      if (DATA.test(text)) faults.push(`${path}:${line}: a comment as the first line of data`);
      if (language !== 'sh' || FILE.test(text)) continue;
      faults.push(...findPasteFaults(text).map((fault) => `${path}:${line}: ${fault}`));
    }
  expect(faults).toEqual([]);
});

describe('a block that cannot be pasted', () => {
  it.each([
    'npm test   # the tests',
    '# the tests\nnpm test',
    "KEY=cds_user_x   # Ada's",
    'npm start\nnpm run cli -- import companies.csv',
    'PORT=4100 npm run demo\ncurl http://127.0.0.1:4100',
    'read -rs DATABASE_URL && export DATABASE_URL\ncompany-data migrate',
    '(umask 077; cat > url)\nsystemctl daemon-reload',
  ])('%j', (text) => expect(findPasteFaults(text)).toHaveLength(1));

  it.each([
    "cat > a.csv <<'END'\n# not a comment\nEND\nwc -l a.csv",
    "jq '# of rows' file",
    'echo "# 1" && npm start',
    'curl "$URL/guide/errors#list_not_found"',
  ])('not: %j', (text) => expect(findPasteFaults(text)).toEqual([]));
});

describe('the shell of the tests', () => {
  const run = (text: string) => paste(text, tmpdir(), {});

  it('takes # as an argument, as zsh does', async () => {
    expect(await run('printf "%s," a # b')).toMatchObject({ output: 'a,#,b,', status: 0 });
  });

  it('ends with 1 if a command failed, and runs the others', async () => {
    expect(await run('false\nprintf done')).toMatchObject({ output: 'done', status: 1 });
  });

  it('gives the lines that follow to a command that reads', async () => {
    expect(await run('read -r line\nprintf lost\nprintf "%s" "$line"')).toMatchObject({
      output: 'printf lost',
    });
  });

  it('fails if a quote is left open, or a pattern matches nothing', async () => {
    const results = await Promise.all([run("echo 'a"), run('echo http://127.0.0.1/none?q=a')]);
    expect(results.map(({ output, status }) => [output, status === 0])).toEqual([
      ['', false],
      ['', false],
    ]);
  });

  it('keeps lines of a document and the comments in it', async () => {
    const { output, status } = await run("cat <<'END'\n# a\n\nb\nEND");
    expect([output, status]).toEqual(['# a\n\nb\n', 0]);
  });
});
