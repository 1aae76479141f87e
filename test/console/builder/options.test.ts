import { describe, expect, test } from '@jest/globals';
import {
  hasSeveralValues,
  readPastedValues,
  resolveDomain,
  resolveListed,
} from '../../../console/src/features/builder/values/paste-values.ts';
import { valueFaults } from '../../../console/src/features/builder/values/value-faults.ts';

const resolve = resolveListed([
  { value: 'DE', label: 'Germany' },
  { value: 'AT', label: 'Austria' },
  { value: 'CI', label: 'Côte d’Ivoire' },
  { value: 'Acme, Inc.', label: 'Acme, Inc.' },
]);

describe('pasted values', () => {
  test('are split at line ends, commas, semicolons and tabs, and appear once', () => {
    expect(readPastedValues('DE, AT;DE\r\n"AT"\tCI\n\n', resolve)).toEqual(['DE', 'AT', 'CI']);
  });

  test('are found by label, whatever the case and accents', () => {
    expect(readPastedValues('germany\nCOTE D’IVOIRE', resolve)).toEqual(['DE', 'CI']);
  });

  test('stay together where the separator belongs to a value', () => {
    expect(readPastedValues('at, acme, inc., de', resolve)).toEqual(['AT', 'Acme, Inc.', 'DE']);
  });

  test('stay as they are where they mean nothing', () => {
    expect(readPastedValues('Germania, DE', resolve)).toEqual(['Germania', 'DE']);
  });

  test('of companies are the hosts of their addresses', () => {
    expect(readPastedValues('https://www.Acme.de/about?x=1, aws.example\nacme', resolveDomain)).toEqual([
      'acme.de',
      'aws.example',
      'acme',
    ]);
  });

  test('are recognized as several by their separators', () => {
    expect(['DE', 'DE, AT', 'DE\n', 'DE\nAT', 'a;b'].map(hasSeveralValues)).toEqual([
      false,
      true,
      false,
      true,
      true,
    ]);
  });
});

test('faults of values are those below the pointer of their condition', () => {
  const faults = [
    { pointer: '/definition/root/and/1/condition/values/2', message: 'a', did_you_mean: ['x'] },
    { pointer: '/root/and/1/condition/values', message: 'b' },
    { pointer: '/root/and/10/condition/values/0', message: 'c' },
    { pointer: '/root/and/1/condition/operator', message: 'd' },
  ];
  expect(valueFaults(faults, '/root/and/1')).toEqual([
    { index: 2, message: 'a', suggestions: ['x'] },
    { message: 'b', suggestions: [] },
  ]);
});
