import { resolve } from 'node:path';
import { z } from 'zod';

/** Reads a setting from the environment. An empty variable counts as unset. */
export type ReadSetting = <T>(name: string, rule: z.ZodType<T>) => T;

/** A whole number in decimal digits: other notations are faults, never NaN. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

export const integer = (min: number, max: number, fallback: number) =>
  wholeNumber(min, max).default(fallback);

/** Converts a setting in seconds to milliseconds. */
export const seconds = (min: number, max: number, fallback: number) =>
  integer(min, max, fallback).transform((value) => value * 1000);

/** Converts a setting in mebibytes to bytes. */
export const mebibytes = (min: number, max: number, fallback: number) =>
  integer(min, max, fallback).transform((value) => value * 1024 * 1024);

export const onOrOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'], 'must be on or off')
    .default(fallback)
    .transform((value) => value === 'on');

export const text = z.string().min(1);

/** A path, resolved against the working directory. */
export const path = text.transform((value) => resolve(value));

/** Whether each % in the user name and the password begins a code. */
function isDecodable(url: string): boolean {
  const { username, password } = new URL(url);
  return !/%(?![0-9a-f]{2})/i.test(username + password);
}

export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
  .refine(
    (url) => URL.canParse(url) && isDecodable(url),
    'must be a URL. In a user name or password, write each character other than letters and digits as its code: %40 for @, %23 for #, %2F for /, %25 for %',
  )
  .refine(
    (url) => !url.replace(/^.*@/, '').split(/[/?]/, 3).slice(0, 1).join('').includes(','),
    'must name one server; a proxy such as HAProxy can lead to whichever is the primary',
  );

export const httpUrl = z
  .string()
  .refine((url) => URL.canParse(url) && /^https?:/.test(url), 'must be an http:// or https:// URL');

/** Origins as browsers send them: a scheme, a host and optionally a port, in lower case. */
const isOrigin = (value: string) =>
  value === '*' || (/^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value);

/** Values that are separated by commas. */
const list = z
  .string()
  .default('')
  .transform((value) => value.split(',').map((each) => each.trim()))
  .transform((values) => values.filter((each) => each !== ''));

/** A list of origins; `*` for all. */
export const origins = list
  .refine(
    (values) => values.every(isOrigin),
    'must be origins such as https://app.example, separated by commas, or *',
  )
  .readonly();

/** A list of URLs of PostgreSQL servers. */
export const postgresUrls = list.pipe(z.array(postgresUrl)).readonly();
