import { filterText } from '../text/filter.ts';

/** Whole numbers, both ends included; an absent end is open. */
export interface NumberRange {
  from?: number;
  to?: number;
}

const { more, atLeast, less, atMost } = filterText.quickAdd.numbers;
const one = (phrases: readonly string[]) => phrases.map((phrase) => phrase.replace(/[+]/g, '\\+')).join('|');
const COMPARED = new RegExp(
  `(?:^|\\s)(?:(?<more>${one(more)})|(?<atLeast>${one(atLeast)})|(?<less>${one(less)})|(?<atMost>${one(atMost)}))\\s*(?<number>\\d+)(?:\\s|$)`,
  'i',
);
const BETWEEN = /(?:^|\s)(\d+)\s*(?:-|–|to|and)\s*(\d+)(?:\s|$)/i;
const SINGLE = /(?:^|\s)(\d+)(\+?)(?:\s|$)/;
const MAX = 2 ** 31 - 1;

/** Reads the numbers of a typed text: "after 2015", "2010-2015", "more than 100", "50+". */
export function readNumbers(text: string): NumberRange | undefined {
  const plain = text.replace(/(\d)[,_](?=\d{3}\b)/g, '$1');
  const [, low, high] = BETWEEN.exec(plain) ?? [];
  if (low !== undefined && high !== undefined) return ordered(Number(low), Number(high));
  const { groups } = COMPARED.exec(plain) ?? {};
  if (groups) {
    const number = bounded(Number(groups.number));
    if (groups.more) return { from: number + 1 };
    if (groups.atLeast) return { from: number };
    return { to: groups.less ? number - 1 : number };
  }
  const [, single, open] = SINGLE.exec(plain) ?? [];
  if (single === undefined) return undefined;
  const number = bounded(Number(single));
  return open === '+' ? { from: number } : { from: number, to: number };
}

const bounded = (number: number) => Math.min(number, MAX - 1);
const ordered = (a: number, b: number) => ({ from: bounded(Math.min(a, b)), to: bounded(Math.max(a, b)) });
