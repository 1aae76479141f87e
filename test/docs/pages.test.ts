import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { Command } from 'commander';
import { command } from '../../src/command-line/define.ts';
import { createProgram } from '../../src/command-line/program.ts';
import { commandLineReference } from '../../tools/reference/command-line.ts';
import { renderReferences } from '../../tools/reference/pages.ts';

const pages = await renderReferences();

describe('npm run reference', () => {
  it.each([...pages])('has written %s', async (path, page) => {
    expect(await readFile(path, 'utf8')).toBe(page);
  });

  it('writes the pages of settings and commands', () => {
    expect([...pages.keys()]).toEqual(['docs/operate/settings.md', 'docs/operate/command-line.md']);
  });
});

describe('the reference of a command', () => {
  it('has its arguments and options with their defaults, and an example', () => {
    const program = new Command('program');
    const group = program.command('box').description('Manage boxes.');
    command(group, 'open', 'Open a box.', 'box open 7 --by hand')
      .argument('<box>', 'number of the box')
      .argument('[key...]', 'keys to try')
      .requiredOption('--by <tool>', 'tool: a | b')
      .option('--times <n>', 'how often', Number, 3);
    const [, , box, open] = commandLineReference(program).split(/^(?=##)/m);
    expect(box).toBe('## box\n\nManage boxes.\n\n');
    expect(open).toBe(`### box open

Open a box.

\`\`\`sh
npm run cli -- box open 7 --by hand
\`\`\`

| argument or option | default | meaning |
|---|---|---|
| \`<box>\` | required | number of the box |
| \`[key...]\` | | keys to try |
| \`--by <tool>\` | required | tool: a \\| b |
| \`--times <n>\` | \`3\` | how often |
`);
  });

  it('shows an example that the command accepts', async () => {
    const examples = [...commandLineReference(createProgram()).matchAll(/^npm run cli -- (.*)$/gm)];
    expect(examples.length).toBeGreaterThan(20);
    for (const [, example = ''] of examples) {
      const words = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
      expect([example, await parse(words)]).toEqual([example, 'accepted']);
    }
  });
});

/** Parses a command line without running it. @returns `accepted`, or what is wrong. */
async function parse(words: readonly string[]): Promise<string> {
  const program = createProgram();
  const every = (described: Command): Command[] => [described, ...described.commands.flatMap(every)];
  for (const each of every(program)) {
    each.exitOverride().configureOutput({ writeErr: () => undefined });
    if (each.commands.length === 0) each.action(() => undefined);
  }
  return program.parseAsync([...words], { from: 'user' }).then(
    () => 'accepted',
    (error) => String(error),
  );
}
