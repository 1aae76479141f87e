import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { describeSettings, readConfig } from '../src/config.ts';

/** More settings than this nobody reads. A new one takes the place of one that nobody needs to choose. */
const MOST = 50;

/** Returns the names of all variables that the service reads. */
function namesRead(): string[] {
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

it(`docs/operate/settings.md has a row for each setting, of which there are at most ${MOST}`, async () => {
  const page = await readFile('docs/operate/settings.md', 'utf8');
  const listed = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual(namesRead());
  expect(listed.length).toBeLessThanOrEqual(MOST);
});

it('each setting is described with what it accepts, a default that it accepts, and whole sentences', () => {
  const settings = describeSettings();
  const defaults = Object.fromEntries(settings.map(({ name, fallback }) => [name, fallback]));
  expect(readConfig(defaults)).toEqual(readConfig({}));
  expect(settings.filter(({ values, meaning }) => values === '' || !/^[A-Z].*\.$/.test(meaning))).toEqual([]);
  expect(settings).toContainEqual({
    name: 'KEEP_ALIVE_SECONDS',
    group: 'Server and APIs',
    values: 'whole number, 1 to 3600',
    unit: 's',
    fallback: '75',
    meaning: 'How long an idle connection is kept. A load balancer must close its own sooner.',
  });
});

it('variables that look like settings are warned of', () => {
  const given = {
    WEB_CONCURENCY: '4',
    Database_Url: 'x',
    DATABASE_URI_FILE: '/x',
    HOSTNAME: 'h',
    PATH: '/bin',
  };
  expect(readConfig(given).withoutEffect).toEqual([
    'WEB_CONCURENCY is no setting and has no effect; WEB_CONCURRENCY is one',
    'Database_Url is no setting and has no effect; DATABASE_URL is one',
    'DATABASE_URI_FILE is no setting and has no effect; DATABASE_URL is one',
  ]);
});

it('settings of OpenID that are half set or have another name are warned of', () => {
  const warningsOf = (given: Record<string, string>) => readConfig(given).withoutEffect;
  const noSetting = (name: string, meant: string) =>
    `${name} is no setting and has no effect; ${meant} is one`;
  expect(warningsOf({ OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 's' })).toEqual([
    'OIDC_CLIENT_ID, OIDC_CLIENT_SECRET have no effect without OIDC_ISSUER',
  ]);
  expect(warningsOf({ OIDC_CLIENT_SECRET: 's' })).toEqual([
    'OIDC_CLIENT_SECRET has no effect without OIDC_ISSUER',
  ]);
  expect(warningsOf({ OIDC_ISSUER_URL: 'https://x.example', OIDC_CLIENTID: 'x' })).toEqual([
    noSetting('OIDC_ISSUER_URL', 'OIDC_ISSUER'),
    noSetting('OIDC_CLIENTID', 'OIDC_CLIENT_ID'),
  ]);
  expect(warningsOf({ OIDC_SCOPES: 'openid' })).toEqual([
    'OIDC_SCOPES is no setting and has no effect; those of its kind are OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_LABEL, OIDC_ONLY',
  ]);
  expect(warningsOf({ OIDC_SCOPES: '', OIDC_CLIENT_ID: '' })).toEqual([]);
  const set = { OIDC_ISSUER: 'https://x.example', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 's' };
  expect(warningsOf(set)).toEqual([]);
  expect(() => readConfig({ OIDC_ISSUER: 'https://x.example' })).toThrow('OIDC_ISSUER needs OIDC_CLIENT_ID');
});
