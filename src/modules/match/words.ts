/** Reads words that are separated by blanks. */
const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that connect others, and that people leave out or translate: no part of a name. */
export const CONNECTIVES = set('and und et the');

/** Words for numbers that are no other word of a name, by their digits: English, German, French and Spanish. */
const NUMBERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    0: 'zero',
    1: 'one eins',
    2: 'two zwei deux',
    3: 'three drei trois tres',
    4: 'four vier quatre cuatro',
    5: 'five funf fuenf cinq cinco',
    6: 'six sechs seis',
    7: 'seven sieben siete',
    8: 'eight acht huit ocho',
    9: 'nine neun nueve',
    10: 'ten zehn diez',
    11: 'eleven elf onze once',
    12: 'twelve zwolf zwoelf douze doce',
    first: '1st',
    second: '2nd',
    third: '3rd',
    fourth: '4th',
    fifth: '5th',
  }).flatMap(([digits, names]) => names.split(' ').map((name) => [name, digits] as const)),
);

/** Returns the digits of a word for a number, as in `7` for `seven`; any other word as it is. */
export const withDigits = (word: string): string => NUMBERS.get(word) ?? word;

/**
 * Words that tell companies apart although they resemble each other: numbers, directions and opposites. They are never
 * taken for misspellings of one another.
 */
const DISTINGUISHING =
  set(`north south east west northern southern eastern western northeast northwest southeast southwest
  central nord sud sued ost upper lower inner outer old new great little big small first second third fourth fifth
  asia africa europe america australia oceania austria india china japan britain american african asian european austrian
  australian black white red green blue gold silver male female men women senior junior import export up down
  micro macro public private internal external`);

const NUMERAL = /\d|^[ivx]{2,}$/;

/** Tells whether a word only equals itself. A Roman numeral counts as a number. */
export function isDistinguishing(word: string): boolean {
  return DISTINGUISHING.has(word) || NUMERAL.test(word);
}
