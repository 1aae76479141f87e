import anyAscii from 'any-ascii';

/** Letters of other scripts by their Latin spellings. Entries of several letters apply before single letters. */
type Table = ReadonlyMap<string, string>;

/** Reads `щ=shch ё=yo`. */
function table(text: string): Table {
  const entries = text.trim().split(/\s+/);
  return new Map(
    entries.map((entry) => entry.split('=')).map(([letter = '', latin = '']) => [letter, latin]),
  );
}

/** BGN/PCGN 1947 for Russian; letters of other languages by the BGN/PCGN table of each. */
const BGN =
  table(`а=a б=b в=v г=g д=d е=e ё=yo ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts
  ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya і=i ї=yi є=ye ґ=g ў=w ј=j љ=lj њ=nj ћ=c ђ=d џ=dz ѓ=gj ќ=kj ѕ=dz`);
/** BGN/PCGN 2019 for Ukrainian, where it differs; the first letters of words are as in the table above. */
const BGN_UKRAINIAN = table('г=h и=y ї=i є=ie й=i ю=iu я=ia');
const INITIAL_UKRAINIAN = /(?<=^|[^\p{L}])[їєйюя]/gu;
/** ISO 9:1995 without its diacritics. */
const ISO_9 =
  table(`а=a б=b в=v г=g д=d е=e ё=e ж=z з=z и=i й=j к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=h ц=c
  ч=c ш=s щ=s ъ= ы=y ь= э=e ю=u я=a і=i ї=i є=e ґ=g ў=u ј=j љ=l њ=n ћ=c ђ=d џ=d ѓ=g ќ=k ѕ=z`);

/** ISO 843:1997, transcription: by sound, with digraphs. */
const ISO_843_SOUND =
  table(`ου=ou αυ=av ευ=ev ηυ=iv γγ=ng γξ=nx γχ=nch μπ=b ντ=nt α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i
  κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o`);
/** ISO 843:1997, transliteration: letter by letter, without its diacritics. */
const ISO_843_LETTERS =
  table(`ου=ou α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y
  φ=f χ=ch ψ=ps ω=o`);

/** German and Nordic letters as they are written where a keyboard lacks them; `æ` is `ae` in both spellings. */
const DIGRAPHS = table('ä=ae ö=oe ü=ue ø=oe å=aa');

const isCyrillic = (text: string): boolean => /\p{Script=Cyrillic}/u.test(text);
const isGreek = (text: string): boolean => /\p{Script=Greek}/u.test(text);
const UKRAINIAN = /[іїєґ]/;
/** BGN/PCGN writes е as ye at the beginning of a word and after vowels and signs. */
const INITIAL_E = /(?<=^|[^\p{L}]|[аеёиоуыэюяйъь])е/gu;
/** In Russian, the hard sign stands before a soft vowel. Elsewhere it is the Bulgarian vowel. */
const BULGARIAN_VOWEL = /ъ(?![еёюя])/g;
const ACCENTS = /\p{M}+/gu;

const ASCII = /^[\0-\x7f]*$/;

export const isAscii = (text: string): boolean => ASCII.test(text);

/**
 * Spells a text in lower-case ASCII, in one to three ways: Cyrillic by BGN/PCGN and by ISO 9, Greek by both parts of
 * ISO 843, `ü` as `u` and as `ue`; and with `x` for the Cyrillic `кс`, as companies do. Other scripts have one spelling,
 * that of any-ascii.
 *
 * @param text lower-case, in normalization form KC
 */
export function spellingsInAscii(text: string): string[] {
  if (isAscii(text)) return [text];
  const cyrillic = isCyrillic(text);
  const byLetter = cyrillic || isGreek(text) ? [bySound(text), byLetters(text)] : [text, text];
  const [first = '', second = ''] = byLetter;
  const spellings = [first, replaceBy(DIGRAPHS, second)];
  if (cyrillic && first.includes('ks')) spellings.push(first.replaceAll('ks', 'x'));
  return [...new Set(spellings.map((spelling) => anyAscii(spelling).toLowerCase()))];
}

function bySound(text: string): string {
  const cyrillic = UKRAINIAN.test(text)
    ? replaceBy(
        BGN_UKRAINIAN,
        text.replace(INITIAL_UKRAINIAN, (letter) => BGN.get(letter) ?? letter),
      )
    : text.replace(BULGARIAN_VOWEL, 'a').replace(INITIAL_E, 'ye');
  return greekBy(ISO_843_SOUND, replaceBy(BGN, cyrillic));
}

function byLetters(text: string): string {
  return greekBy(ISO_843_LETTERS, replaceBy(ISO_9, text));
}

/** The accents of Greek are no letters of their own: `ή` is `η`. */
function greekBy(letters: Table, text: string): string {
  return isGreek(text) ? replaceBy(letters, text.normalize('NFD').replace(ACCENTS, '')) : text;
}

const FIRST_OF_OTHERS = '\u0080';

function replaceBy(letters: Table, text: string): string {
  let result = '';
  for (let at = 0; at < text.length; ) {
    const letter = text.charAt(at);
    const pair = letter < FIRST_OF_OTHERS ? undefined : letters.get(text.slice(at, at + 2));
    result += pair ?? letters.get(letter) ?? letter;
    at += pair === undefined ? 1 : 2;
  }
  return result;
}
