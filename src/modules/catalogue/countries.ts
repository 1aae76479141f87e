import { textKey } from '../../lib/text-key.ts';

/** The 249 officially assigned ISO 3166-1 alpha-2 codes, one line per first letter. */
const CODES = `
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ
BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ
DE DJ DK DM DO DZ
EC EE EG EH ER ES ET
FI FJ FK FM FO FR
GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY
HK HM HN HR HT HU
ID IE IL IM IN IO IQ IR IS IT
JE JM JO JP
KE KG KH KI KM KN KP KR KW KY KZ
LA LB LC LI LK LR LS LT LU LV LY
MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ
NA NC NE NF NG NI NL NO NP NR NU NZ
OM
PA PE PF PG PH PK PL PM PN PR PS PT PW PY
QA
RE RO RS RU RW
SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ
TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
UA UG UM US UY UZ
VA VC VE VG VI VN VU
WF WS
YE YT
ZA ZM ZW`;

export const COUNTRY_CODES: ReadonlySet<string> = new Set(CODES.trim().split(/\s+/));

/** The ISO 3166-1 alpha-3 codes with their alpha-2 codes. */
const ALPHA_3 = `
AND:AD ARE:AE AFG:AF ATG:AG AIA:AI ALB:AL ARM:AM AGO:AO ATA:AQ ARG:AR ASM:AS AUT:AT AUS:AU ABW:AW ALA:AX AZE:AZ
BIH:BA BRB:BB BGD:BD BEL:BE BFA:BF BGR:BG BHR:BH BDI:BI BEN:BJ BLM:BL BMU:BM BRN:BN BOL:BO BES:BQ BRA:BR BHS:BS
BTN:BT BVT:BV BWA:BW BLR:BY BLZ:BZ CAN:CA CCK:CC COD:CD CAF:CF COG:CG CHE:CH CIV:CI COK:CK CHL:CL CMR:CM CHN:CN
COL:CO CRI:CR CUB:CU CPV:CV CUW:CW CXR:CX CYP:CY CZE:CZ DEU:DE DJI:DJ DNK:DK DMA:DM DOM:DO DZA:DZ ECU:EC EST:EE
EGY:EG ESH:EH ERI:ER ESP:ES ETH:ET FIN:FI FJI:FJ FLK:FK FSM:FM FRO:FO FRA:FR GAB:GA GBR:GB GRD:GD GEO:GE GUF:GF
GGY:GG GHA:GH GIB:GI GRL:GL GMB:GM GIN:GN GLP:GP GNQ:GQ GRC:GR SGS:GS GTM:GT GUM:GU GNB:GW GUY:GY HKG:HK HMD:HM
HND:HN HRV:HR HTI:HT HUN:HU IDN:ID IRL:IE ISR:IL IMN:IM IND:IN IOT:IO IRQ:IQ IRN:IR ISL:IS ITA:IT JEY:JE JAM:JM
JOR:JO JPN:JP KEN:KE KGZ:KG KHM:KH KIR:KI COM:KM KNA:KN PRK:KP KOR:KR KWT:KW CYM:KY KAZ:KZ LAO:LA LBN:LB LCA:LC
LIE:LI LKA:LK LBR:LR LSO:LS LTU:LT LUX:LU LVA:LV LBY:LY MAR:MA MCO:MC MDA:MD MNE:ME MAF:MF MDG:MG MHL:MH MKD:MK
MLI:ML MMR:MM MNG:MN MAC:MO MNP:MP MTQ:MQ MRT:MR MSR:MS MLT:MT MUS:MU MDV:MV MWI:MW MEX:MX MYS:MY MOZ:MZ NAM:NA
NCL:NC NER:NE NFK:NF NGA:NG NIC:NI NLD:NL NOR:NO NPL:NP NRU:NR NIU:NU NZL:NZ OMN:OM PAN:PA PER:PE PYF:PF PNG:PG
PHL:PH PAK:PK POL:PL SPM:PM PCN:PN PRI:PR PSE:PS PRT:PT PLW:PW PRY:PY QAT:QA REU:RE ROU:RO SRB:RS RUS:RU RWA:RW
SAU:SA SLB:SB SYC:SC SDN:SD SWE:SE SGP:SG SHN:SH SVN:SI SJM:SJ SVK:SK SLE:SL SMR:SM SEN:SN SOM:SO SUR:SR SSD:SS
STP:ST SLV:SV SXM:SX SYR:SY SWZ:SZ TCA:TC TCD:TD ATF:TF TGO:TG THA:TH TJK:TJ TKL:TK TLS:TL TKM:TM TUN:TN TON:TO
TUR:TR TTO:TT TUV:TV TWN:TW TZA:TZ UKR:UA UGA:UG UMI:UM USA:US URY:UY UZB:UZ VAT:VA VCT:VC VEN:VE VGB:VG VIR:VI
VNM:VN VUT:VU WLF:WF WSM:WS YEM:YE MYT:YT ZAF:ZA ZMB:ZM ZWE:ZW`;

/**
 * Names that the data of Unicode does not have: those of ISO 3166-1, former ones, abbreviations and parts of a country
 * that sources take for one.
 */
const OTHER_NAMES = `
AE: UAE, Emirates
AG: Antigua and Barbuda, Antigua
AX: Aland
BA: Bosnia
BN: Brunei Darussalam
BO: Plurinational State of Bolivia
BQ: Bonaire
BS: Bahamas
CD: Democratic Republic of the Congo, DR Congo, DRC, Congo-Kinshasa, Congo (DRC), Zaire
CG: Republic of the Congo, Congo-Brazzaville
CI: Ivory Coast
CN: PRC, People's Republic of China, P.R. China, Mainland China
CV: Cape Verde
CZ: Czech Republic
DE: Federal Republic of Germany, BRD
FK: Falkland Islands (Malvinas), Falklands
FM: Federated States of Micronesia
GB: UK, U.K., Great Britain, United Kingdom of Great Britain and Northern Ireland, England, Scotland, Wales, Northern Ireland
HK: Hong Kong, Hong Kong SAR
IE: Republic of Ireland, Ireland (Republic of), Éire
IR: Islamic Republic of Iran, Iran (Islamic Republic of)
KN: Saint Kitts and Nevis
KP: Democratic People's Republic of Korea, DPRK
KR: Republic of Korea, Korea (Republic of), Korea (South), ROK
LA: Lao People's Democratic Republic, Lao PDR
MD: Republic of Moldova
MK: Macedonia, Republic of North Macedonia
MM: Burma, Myanmar
MO: Macao, Macau
NL: Holland
PS: Palestine, State of Palestine
RU: Russian Federation
SA: KSA, Kingdom of Saudi Arabia
SK: Slovak Republic
SY: Syrian Arab Republic
SZ: Swaziland
TL: East Timor
TR: Turkey, Turkiye
TW: Taiwan, Republic of China, Taiwan (Province of China)
TZ: United Republic of Tanzania
US: U.S., U.S.A., United States of America, the States
VA: Holy See, Vatican
VC: Saint Vincent and the Grenadines
VE: Bolivarian Republic of Venezuela
VG: Virgin Islands (British)
VI: US Virgin Islands, Virgin Islands (U.S.)
VN: Viet Nam`;

/** Codes by alpha-3 codes and names, in the form of `nameKey`. */
let codes: ReadonlyMap<string, string> | undefined;

/**
 * Finds the alpha-2 code of a country that is given by its alpha-2 or alpha-3 code, or by its name in English or in a
 * language that is spoken somewhere: `Germany`, `Deutschland`, `DEU`, `U.S.`, `Korea, Republic of`.
 *
 * @returns undefined for other texts, and for names of several countries, such as `Congo`.
 */
export function findCountry(text: string): string | undefined {
  const given = text.trim();
  const code = given.toUpperCase();
  if (COUNTRY_CODES.has(code)) return code;
  if (given.length > MAX_NAME_LENGTH) return undefined;
  codes ??= collectNames();
  const [, name = '', article = ''] = /^([^,]+),([^,]+)$/.exec(given) ?? [];
  const turned = name === '' ? undefined : codes.get(nameKey(`${article} ${name}`));
  return codes.get(nameKey(given)) || turned || undefined;
}

const MAX_NAME_LENGTH = 100;
/** Names of several countries in English, while another language has one of them in mind. */
const AMBIGUOUS = ['Congo', 'Korea', 'Virgin Islands', 'Samoa Islands'];

/** Collects all names. It takes a tenth of a second, so it waits for the first text that is no alpha-2 code. */
function collectNames(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  // A name of a country in one of its own languages comes before those of other countries in any language.
  const languageOf = (code: string) => new Intl.Locale(`und-${code}`).maximize().language;
  const names = [...COUNTRY_CODES].map((code) => [code, languageOf(code)] as const);
  for (const [code] of names) addTo(found, displayNames('en')?.of(code), code);
  for (const [code, language] of names) addTo(found, displayNames(language)?.of(code), code);
  for (const line of OTHER_NAMES.trim().split('\n')) {
    const [code = '', others = ''] = line.split(': ');
    for (const other of others.split(', ')) addTo(found, other, code);
  }
  for (const pair of ALPHA_3.trim().split(/\s+/)) found.set(pair.slice(0, 3).toLowerCase(), pair.slice(4));
  const elsewhere = new Map<string, string>();
  for (const language of new Set(names.map(([, each]) => each))) {
    const inLanguage = displayNames(language);
    for (const [code] of names) addTo(elsewhere, inLanguage?.of(code), code);
  }
  for (const name of AMBIGUOUS) elsewhere.set(nameKey(name), '');
  for (const [key, code] of elsewhere) if (code !== '' && !found.has(key)) found.set(key, code);
  return found;
}

/** Adds a name. One of several countries gets an empty code. */
function addTo(names: Map<string, string>, name: string | undefined, code: string): void {
  if (name === undefined) return;
  const key = nameKey(name);
  const other = names.get(key);
  if (key !== '') names.set(key, other === undefined || other === code ? code : '');
}

/** @returns undefined for a language of which Node.js has no names */
function displayNames(language: string): Intl.DisplayNames | undefined {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  return names.resolvedOptions().locale.split('-')[0] === language ? names : undefined;
}

/** Accents of Latin, Greek and Cyrillic letters. In other scripts, marks distinguish words. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Returns the letters of a name, without case, accents, punctuation and articles. */
function nameKey(name: string): string {
  return textKey(name)
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replaceAll('&', ' and ')
    .replace(/\bst\b\.?/g, 'saint')
    .replace(/^\s*the\s+/, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}
