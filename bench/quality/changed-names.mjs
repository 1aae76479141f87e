// Changes of names, as people and files make them. Each gets a name and a source of chance; it returns undefined for a
// name that it cannot change.

/** Draws numbers below 1, always the same for a seed (mulberry32). */
export function chanceOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = (values, chance) => values[Math.floor(chance() * values.length)];
export const below = (bound, chance) => Math.floor(chance() * bound);

/** Ends of names, by others that mean the same. */
const FORMS = {
  Inc: ['Incorporated', 'Corp', ''],
  Corp: ['Corporation', 'Inc', ''],
  Corporation: ['Corp.', 'Inc.', ''],
  Ltd: ['Limited', 'LTD', ''],
  Limited: ['Ltd.', ''],
  LLC: ['L.L.C.', 'Limited Liability Company', ''],
  PLC: ['P.L.C.', 'Public Limited Company', ''],
  GmbH: ['G.m.b.H.', 'Gesellschaft mit beschränkter Haftung', ''],
  AG: ['Aktiengesellschaft', ''],
  SA: ['S.A.', ''],
  'S.A.': ['SA', ''],
  SpA: ['S.p.A.', ''],
  AB: ['Aktiebolag', ''],
  BV: ['B.V.', ''],
};

const SHORT = Object.fromEntries(
  `international=intl technologies=tech technology=tech holdings=hldgs holding=hldg group=grp manufacturing=mfg
   services=svcs systems=sys industries=ind pharmaceuticals=pharma financial=fin development=dev engineering=eng
   electronics=elec national=natl resources=res management=mgmt communications=comm associates=assoc brothers=bros
   laboratories=labs`
    .split(/\s+/)
    .map((entry) => entry.split('=')),
);

const CYRILLIC = `shch=щ zh=ж kh=х ts=ц ch=ч sh=ш yu=ю ya=я a=а b=б v=в g=г d=д e=е z=з i=и y=й k=к l=л m=м n=н o=о p=п
  r=р s=с t=т u=у f=ф h=х c=к w=в x=кс j=дж q=к`;
const GREEK = `th=θ ch=χ ps=ψ ou=ου a=α b=μπ v=β g=γ d=ντ e=ε z=ζ i=ι k=κ l=λ m=μ n=ν x=ξ o=ο p=π r=ρ s=σ t=τ y=υ f=φ h=χ
  u=ου c=κ w=β j=τζ q=κ`;

function transliterate(name, table) {
  const letters = table
    .trim()
    .split(/\s+/)
    .map((entry) => entry.split('='));
  let [result, rest] = ['', name.toLowerCase()];
  while (rest !== '') {
    const [from, to] = letters.find(([latin]) => rest.startsWith(latin)) ?? [rest[0], rest[0]];
    result += to;
    rest = rest.slice(from.length);
  }
  return result;
}

const isAscii = (name) => /^[\0-\x7f]*$/.test(name);

/** Splits off a legal form at the end. */
function splitForm(name) {
  const [, start = name, , end = ''] = /^(.*?)(,? )(\S+)$/.exec(name) ?? [];
  const form = Object.hasOwn(FORMS, end) ? end : end.replace(/\.$/, '');
  return Object.hasOwn(FORMS, form) ? { start, form } : { start: name };
}

function mistype(name, chance) {
  const words = name.split(' ');
  const { start } = splitForm(name);
  const long = words.flatMap((word, index) =>
    /^\p{L}{5,}$/u.test(word) && start.includes(word) ? [index] : [],
  );
  if (long.length === 0) return undefined;
  const index = pick(long, chance);
  const letters = [...words[index]];
  const at = 1 + below(letters.length - 2, chance);
  const letter = pick('abcdefghijklmnopqrstuvwxyz', chance);
  const change = [
    () => letters.splice(at, 1),
    () => letters.splice(at, 0, letter),
    () => letters.splice(at, 1, letter),
    () => letters.splice(at, 2, letters[at + 1], letters[at]),
  ];
  pick(change, chance)();
  words[index] = letters.join('');
  return words.join(' ');
}

export const CHANGES = {
  'case and punctuation': (name, chance) =>
    pick(
      [name.toUpperCase(), name.toLowerCase(), name.replace(/[.,'-]/g, ' '), name.replaceAll('&', 'and')],
      chance,
    ),
  accents: (name) => name.normalize('NFD').replace(/\p{M}/gu, ''),
  'typing error': mistype,
  'two typing errors': (name, chance) => {
    const once = mistype(name, chance);
    return once && mistype(once, chance);
  },
  abbreviation: (name) => {
    const words = name.split(' ');
    const index = words.findIndex((word) => Object.hasOwn(SHORT, word.toLowerCase().replace(/,$/, '')));
    return index < 0
      ? undefined
      : words.with(index, SHORT[words[index].toLowerCase().replace(/,$/, '')]).join(' ');
  },
  'legal form': (name, chance) => {
    const { start, form } = splitForm(name);
    return form && `${start} ${pick(FORMS[form], chance)}`.trim();
  },
  'word order': (name, chance) => {
    const { start, form = '' } = splitForm(name);
    const words = start.split(' ');
    if (words.length < 2) return undefined;
    const at = below(words.length - 1, chance);
    return `${words.toSpliced(at, 2, words[at + 1], words[at]).join(' ')} ${form}`.trim();
  },
  'in Cyrillic': (name) => (isAscii(name) ? transliterate(splitForm(name).start, CYRILLIC) : undefined),
  'in Greek': (name) => (isAscii(name) ? transliterate(splitForm(name).start, GREEK) : undefined),
  'missing word': (name, chance) => {
    const words = splitForm(name).start.split(' ');
    return words.length < 3 ? undefined : words.toSpliced(1 + below(words.length - 1, chance), 1).join(' ');
  },
  initials: (name) => {
    const words = splitForm(name).start.match(/\p{L}+/gu) ?? [];
    return words.length < 4 ? undefined : words.map((word) => word[0].toUpperCase()).join('');
  },
};
