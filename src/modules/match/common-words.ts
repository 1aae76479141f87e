/** Words that are common in names of companies, by their greatest weight in any catalogue. */
const COMMON: readonly (readonly [weight: number, words: string])[] = [
  // Words that connect others.
  [
    0.04,
    'of de la le les du des del della di da do dos das van von der den het el los las for an in at to fur',
  ],
  [0.1, 'com www'],
  // Ends of domains, and legal forms that do not end a name.
  [
    0.2,
    `net org io ai ab ac ad ag ao as asa bv cio co corp gmbh inc kg llc lp ltd me nl nv oy oyj plc pt sa sab sarl sas sc sci se
     spa srl tbk ua`,
  ],
  // Words that tell neither the trade nor the company.
  [
    0.2,
    `group holding holdings company companies corporation incorporated limited beteiligungs beteiligungen verwaltungs
     verwaltung sanayi ticaret ve etablissements gesellschaft societe sociedad societa`,
  ],
  [
    0.3,
    `international global worldwide enterprise enterprises technology technologies solution solutions service services
     partners associates business firm team agency real estate brands line lines airways`,
  ],
  [
    0.4,
    `industry industries industrial product products produkte system systems software lab labs laboratory laboratories
     digital online consulting management works technik werke`,
  ],
  // Words that tell the trade, but not the company.
  [
    0.55,
    `bank capital ventures media studio studios energy power health healthcare insurance finance financial investment
     investments fund trust foundation pharma pharmaceutical pharmaceuticals medical motor motors airlines air logistics
     transport transports transporte food foods beverages property properties resources mining oil gas electric electrical
     electronic electronics elektro elektronik engineering construction development design marketing communication
     communications telecom telekom network networks security cloud data web mobile games entertainment education
     university institute school retail store stores shop trading commerce material materials chemical chemicals chemie
     steel stahl metal metals automotive automobile auto hotel hotels travel home life science sciences research
     therapeutics bio biotech manufacturing machinery equipment maschinenbau maschinenfabrik bau handel handels versand
     immobilien stadtwerke spedition logistik druck verlag medien energie energia fabrik brauerei alimentos
     acquisition securities savings general generale national nacional nationale united first royal federal american
     european`,
  ],
];

/** Abbreviations and translations that are customary in names of companies, by the word that they stand for. */
const EQUIVALENTS: Readonly<Record<string, string>> = {
  american: 'amer am',
  associates: 'assoc assocs',
  association: 'assn assoc',
  bancorporation: 'bancorp',
  bank: 'banco banca banque banka bankasi',
  brothers: 'bros gebruder gebrueder gebr freres hermanos hnos fratelli irmaos',
  center: 'ctr centre centro zentrum',
  communication: 'comm',
  communications: 'comm comms',
  company: 'co coy compania compagnie companhia compagnia cia cie',
  consolidated: 'cons consol',
  construction: 'constr const',
  consulting: 'cons',
  corporation: 'corp',
  department: 'dept',
  development: 'dev devt dvlpt',
  distribution: 'dist distr',
  electric: 'elec el',
  electrical: 'elec',
  electronic: 'elec',
  electronics: 'elec elecs',
  engineering: 'eng engr engrg',
  enterprise: 'ent',
  enterprises: 'ent entpr',
  equipment: 'equip eqpt',
  etablissements: 'ets',
  finance: 'fin',
  financial: 'fin finl',
  fort: 'ft',
  general: 'gen genl',
  gesellschaft: 'ges',
  government: 'govt',
  group: 'grp gp gruppe groupe grupo gruppo groep',
  holding: 'hldg hld',
  holdings: 'hldgs hlds hldg',
  incorporated: 'inc',
  industrial: 'ind indl',
  industries: 'ind inds indus industrie industrias',
  industry: 'ind industrie industria',
  institute: 'inst institut instituto',
  insurance: 'ins insur assurances assicurazioni seguros versicherung versicherungs versicherungen',
  international: 'intl int internatl internacional internationale internazionale',
  investment: 'inv invest',
  investments: 'inv invs',
  laboratories: 'labs lab',
  laboratory: 'lab',
  limited: 'ltd',
  management: 'mgmt mgt mngt',
  manufacturing: 'mfg manuf manufg',
  marketing: 'mktg',
  medical: 'med',
  mount: 'mt',
  mutual: 'mut',
  national: 'natl nat',
  pharmaceutical: 'pharma pharm',
  pharmaceuticals: 'pharma pharm pharms',
  production: 'prod',
  productions: 'prods prod',
  products: 'prods prod produkte',
  properties: 'props',
  railroad: 'rr',
  railway: 'rwy ry',
  research: 'res',
  resources: 'res',
  royal: 'koninklijke',
  saint: 'st sankt',
  sanayi: 'san',
  santa: 'sta',
  santo: 'sto',
  service: 'svc serv servicio',
  services: 'svc svcs serv servs servicios servicos',
  societe: 'ste soc',
  software: 'sw softw',
  solutions: 'soln solns sol soluciones solucoes',
  sons: 'sohne soehne fils hijos figli filhos',
  street: 'st',
  system: 'sys syst systeme',
  systems: 'sys syst systeme sistemas sistemi',
  technologies: 'tech techs technologien tecnologias',
  technology: 'tech technol technologie tecnologia',
  telecommunications: 'telecom telecoms',
  ticaret: 'tic',
  transport: 'transp trans',
  transportation: 'transp trans',
  united: 'utd',
  university: 'univ universitat universidad universite',
};

/** Words that a word may stand for, itself among them. */
const MEANINGS: ReadonlyMap<string, readonly string[]> = readMeanings();

function readMeanings(): Map<string, string[]> {
  const meanings = new Map<string, string[]>();
  for (const [word, others] of Object.entries(EQUIVALENTS)) {
    for (const each of [word, ...others.split(' ')])
      meanings.set(each, [...(meanings.get(each) ?? []), word]);
  }
  return meanings;
}

/** Tells whether two words are abbreviations or translations of one. */
export function areEquivalent(a: string, b: string): boolean {
  const meanings = MEANINGS.get(a);
  return meanings !== undefined && MEANINGS.get(b)?.some((word) => meanings.includes(word)) === true;
}

/**
 * Returns words of catalogues that a given word may stand for, besides itself: for look-ups of names like `Intl Motors`,
 * which may be `International Motor`.
 */
export function wordVariantsOf(word: string): string[] {
  const meant = MEANINGS.get(word) ?? [];
  const variants = new Set(meant.flatMap((meaning) => [meaning, ...(EQUIVALENTS[meaning] ?? '').split(' ')]));
  variants.add(word.endsWith('s') ? word.slice(0, -1) : `${word}s`);
  variants.delete(word);
  return [...variants];
}

/** Shorter abbreviations may be names. */
const MIN_LIGHT = 4;

const WEIGHTS: ReadonlyMap<string, number> = readWeights();

function readWeights(): Map<string, number> {
  const weights = new Map<string, number>();
  for (const [weight, words] of COMMON)
    for (const word of words.trim().split(/\s+/)) weights.set(word, weight);
  for (const [word, meanings] of MEANINGS) {
    const [weight] = meanings.flatMap((meaning) => weights.get(meaning) ?? []);
    if (weight !== undefined && word.length >= MIN_LIGHT && !weights.has(word)) weights.set(word, weight);
  }
  return weights;
}

/** Weight of a single letter, most often an initial. */
const LETTER = 0.3;

/** Returns the greatest weight of a word, whatever the catalogue says: 1 unless it is common in names of companies. */
export const greatestWeight = (word: string): number => WEIGHTS.get(word) ?? (word.length === 1 ? LETTER : 1);
