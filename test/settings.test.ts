import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { readConfig } from '../src/config.ts';

/** More settings than this nobody reads. A new one takes the place of one that nobody needs to choose. */
const MOST = 45;

/** Returns the names of all variables that the service reads. */
function settings(): string[] {
  const names = new Set<string>();
  const env = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get(_target, name) {
        if (!String(name).endsWith('_FILE')) names.add(String(name));
        return undefined;
      },
    },
  );
  readConfig(env);
  return [...names].sort();
}

it(`docs/operate/settings.md lists all settings, of which there are at most ${MOST}`, async () => {
  const text = await readFile('docs/operate/settings.md', 'utf8');
  const [, table = ''] = /\n\| variable \|.*\n\|[-|]+\n((?:\|.*\n)+)/.exec(text) ?? [];
  const rows = table.trim().split('\n');
  const listed = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)]);
  expect(listed.map(([, name]) => name).sort()).toEqual(settings());
  expect(settings().length).toBeLessThanOrEqual(MOST);
});

it('variables that look like settings are warned of', () => {
  const given = {
    WEB_CONCURENCY: '4',
    Database_Url: 'x',
    DATABASE_URI_FILE: '/x',
    HOSTNAME: 'h',
    PATH: '/bin',
  };
  expect(readConfig(given).misspelled).toEqual([
    'WEB_CONCURENCY is no setting and has no effect; WEB_CONCURRENCY is one',
    'Database_Url is no setting and has no effect; DATABASE_URL is one',
    'DATABASE_URI_FILE is no setting and has no effect; DATABASE_URL is one',
  ]);
});
