import { resolve } from 'node:path';
import { z } from 'zod';
import { isNetwork } from '../lib/addresses.ts';

/** Texts that a setting accepts: how they are parsed, and what docs/operate/settings.md says of them. */
export interface Kind<T> {
  rule: z.ZodType<T, string>;
  /** Accepted texts, in Markdown. */
  values: string;
  unit?: string;
}

/** A kind with a rule for unset variables. */
export interface Setting<T> extends Omit<Kind<T>, 'rule'> {
  rule: z.ZodType<T, string | undefined>;
  /** Text that an unset variable stands for; absent if unset has a meaning of its own. */
  fallback?: string;
}

/**
 * Reads a setting from the environment. An empty variable counts as unset.
 *
 * @param meaning sentences in Markdown, with links as from docs/operate/settings.md.
 */
export type ReadSetting = <T>(name: string, setting: Setting<T>, meaning: string) => T;

export const optional = <T>(kind: Kind<T>): Setting<T | undefined> => ({
  ...kind,
  rule: kind.rule.optional(),
});

export const withDefault = <T>(kind: Kind<T>, fallback: string): Setting<T> => ({
  ...kind,
  rule: kind.rule.prefault(fallback),
  fallback,
});

/** Converts what a setting is parsed into. */
export const map = <T, R>(setting: Setting<T>, convert: (value: T) => R): Setting<R> => ({
  ...setting,
  rule: setting.rule.transform(convert),
});

/** A whole number in decimal digits: other notations are faults, never NaN. */
export const wholeNumber = (min: number, max: number): Kind<number> => ({
  values: `whole number, ${min} to ${max}`,
  rule: z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`)),
});

export const integer = (min: number, max: number, fallback: number, unit?: string): Setting<number> => ({
  ...withDefault(wholeNumber(min, max), String(fallback)),
  ...(unit === undefined ? {} : { unit }),
});

/** Converts a setting in seconds to milliseconds. */
export const seconds = (min: number, max: number, fallback: number) =>
  map(integer(min, max, fallback, 's'), (value) => value * 1000);

/** Converts a setting in mebibytes to bytes. */
export const mebibytes = (min: number, max: number, fallback: number) =>
  map(integer(min, max, fallback, 'MiB'), (value) => value * 1024 * 1024);

/** One of some texts. @param fault what follows the name of the variable for another text. */
export const oneOf = <const T extends string>(
  texts: readonly T[],
  fallback: T,
  fault = `must be one of ${texts.join(', ')}`,
): Setting<T> =>
  withDefault(
    { rule: z.enum(texts, fault), values: texts.map((each) => `\`${each}\``).join(', ') },
    fallback,
  );

export const onOrOff = (fallback: 'on' | 'off') =>
  map(oneOf(['on', 'off'], fallback, 'must be on or off'), (value) => value === 'on');

export const text: Kind<string> = { rule: z.string().min(1), values: 'text' };

/** A path, resolved against the working directory. */
export const path: Kind<string> = {
  rule: text.rule.transform((value) => resolve(value)),
  values: 'path',
};

/**
 * Whether user name and password are encoded: each % begins a code, and no / or # of theirs has ended the host. Otherwise the rest
 * of a password would be taken for a host or a database, which messages name.
 */
function isEncoded(url: string): boolean {
  const { username, password, pathname, hash } = new URL(url);
  return !/%(?![0-9a-f]{2})/i.test(username + password) && !pathname.includes('@') && hash === '';
}

const postgresUrlRule = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
  .refine(
    (url) => URL.canParse(url) && isEncoded(url),
    'must be a URL. In a user name or password, write each character other than letters and digits as its code: %40 for @, %23 for #, %2F for /, %25 for %',
  )
  .refine(
    (url) => !url.replace(/^.*@/, '').split(/[/?]/, 3).slice(0, 1).join('').includes(','),
    'must name one server; a proxy such as HAProxy can lead to whichever is the primary',
  );

export const postgresUrl: Kind<string> = { rule: postgresUrlRule, values: 'URL' };

export const httpUrl: Kind<string> = {
  rule: z
    .string()
    .refine((url) => URL.canParse(url) && /^https?:/.test(url), 'must be an http:// or https:// URL'),
  values: 'URL',
};

/** Origins as browsers send them: a scheme, a host and optionally a port, in lower case. */
const isOrigin = (value: string) =>
  value === '*' || (/^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value);

/** An origin, with or without a slash at its end. It comes out as browsers send it. */
export const origin: Kind<string> = {
  rule: z
    .string()
    .refine(
      (url) => URL.canParse(url) && /^https?:/.test(url) && new URL(url).href === `${new URL(url).origin}/`,
      'must be http:// or https:// with a host, such as https://data.example, without a path',
    )
    .transform((url) => new URL(url).origin),
  values: 'URL without a path',
};

/** Values that are separated by commas. */
const list = z
  .string()
  .transform((value) => value.split(',').map((each) => each.trim()))
  .transform((values) => values.filter((each) => each !== ''));

/** A list of origins; `*` for all. */
export const origins: Setting<readonly string[]> = withDefault(
  {
    rule: list
      .refine(
        (values) => values.every(isOrigin),
        'must be origins such as https://app.example, separated by commas, or *',
      )
      .readonly(),
    values: 'origins, or `*`',
  },
  '',
);

/** Returns a host as URLs have it; undefined for what is none. */
function toHost(value: string): string | undefined {
  const url = URL.canParse(`http://${value}`) ? new URL(`http://${value}`) : undefined;
  return url && url.href === `http://${url.hostname}/` ? url.hostname.replace(/\.$/, '') : undefined;
}

/** A list of hosts, addresses and networks. */
export const targets: Setting<readonly string[]> = withDefault(
  {
    rule: list
      .refine(
        (values) => values.every((each) => isNetwork(each) || toHost(each) !== undefined),
        'must be hosts, addresses and networks such as hooks.internal or 10.0.0.0/8, separated by commas',
      )
      .transform((values) => values.map((each) => (isNetwork(each) ? each : (toHost(each) ?? each))))
      .readonly(),
    values: 'hosts and networks',
  },
  '',
);

/** A list of URLs of PostgreSQL servers. */
export const postgresUrls: Setting<readonly string[]> = withDefault(
  { rule: list.pipe(z.array(postgresUrlRule)).readonly(), values: 'URLs' },
  '',
);
