import { domainIn } from '../../../lib/domain-name.ts';
import { IMPORT_KINDS, type ImportKind, ROW_FIELDS } from '../kinds.ts';
import type { SampleColumn } from './sample.ts';

type Synonyms = Readonly<Record<string, string>>;

const DOMAIN_NAMES = `domain website web_site website_url url homepage company_domain company_website
  company_domain_name company_url domain_name account_website web site webseite site_web sitio_web`;

/** Names that sources give to the fields of each kind, the most telling ones first. */
const SYNONYMS: Readonly<Record<ImportKind, Synonyms>> = {
  technologies: {
    tech_key: 'key technology_key tech_id technology_id slug',
    display_name: 'name technology technology_name tech_name product product_name tool label title',
    category: 'type group technology_category product_category',
  },
  companies: {
    name: `company_name company account_name account organization_name organization organisation_name organisation
      business_name legal_name legal_entity firm client customer firma firmenname unternehmen nom entreprise societe
      raison_sociale nombre empresa razon_social azienda ragione_sociale bedrijf bedrijfsnaam nazwa nazwa_firmy`,
    primary_domain: DOMAIN_NAMES,
    domains: 'other_domains alternate_domains additional_domains secondary_domains',
    investors: 'investor backers funded_by investor_names',
    industry: 'sector vertical primary_industry industry_name branche industrie industria',
    employee_range: 'company_size size employees_range headcount_range size_range employee_band',
    employee_count: `employees number_of_employees num_employees no_of_employees no_employees employees_count headcount
      staff staff_count fte mitarbeiter effectif empleados dipendenti`,
    country: `country_code country_region country_name billing_country hq_country headquarters_country company_country
      location_country mailing_country land pays pais paese kraj`,
    founded_year: `founded year_founded founding_year foundation_year founded_on founded_date founding_date established
      year_established incorporated gegrundet grundungsjahr`,
  },
  company_technologies: {
    domain: `primary_domain ${DOMAIN_NAMES}`,
    tech_key: 'technology_key tech_id technology_id',
    display_name: 'technology technology_name tech_name tech product product_name tool',
    detection_count: 'count detections hits occurrences',
    first_seen:
      'first_detected first_detected_at first_found first_seen_at first_indexed date_first_seen since',
    last_seen: 'last_detected last_detected_at last_found last_seen_at last_indexed date_last_seen',
  },
  partnerships: {
    domain: `primary_domain ${DOMAIN_NAMES}`,
    partner_domain: 'partner partner_website partner_url partner_site partner_company_domain vendor_domain',
    observation_count: 'count observations hits occurrences',
    first_observed_at: 'first_observed first_seen first_seen_at since',
    last_observed_at: 'last_observed last_seen last_seen_at',
  },
};

/** Names of a single date, which is then the first and the last time. */
const DATE_NAMES = words(
  'date seen seen_at detected detected_at date_detected observed observed_at checked_at',
);

/** Fields that a row needs, each with those of which one suffices. */
export const REQUIRED: Readonly<Record<ImportKind, readonly (readonly string[])[]>> = {
  technologies: [['display_name']],
  companies: [['name'], ['primary_domain']],
  company_technologies: [['domain'], ['tech_key', 'display_name'], ['first_seen'], ['last_seen']],
  partnerships: [
    ['domain'],
    ['partner_domain'],
    ['observation_count'],
    ['first_observed_at'],
    ['last_observed_at'],
  ],
};

const TIMES: Partial<Record<ImportKind, readonly [string, string]>> = {
  company_technologies: ['first_seen', 'last_seen'],
  partnerships: ['first_observed_at', 'last_observed_at'],
};

/** Positions of columns by field. A column may feed two fields. */
export type FieldColumns = ReadonlyMap<string, number>;

/** Guesses the kind of a file by the fields that its columns give. */
export function guessKind(columns: readonly SampleColumn[]): ImportKind {
  const score = (kind: ImportKind) => {
    const found = guessFields(kind, columns);
    const missing = REQUIRED[kind].filter((fields) => !fields.some((field) => found.has(field)));
    const costs = missing.map(([field = '']) => (hasConstant(field) ? 0.25 : 3));
    return costs.reduce((rest, cost) => rest - cost, found.size);
  };
  return IMPORT_KINDS.reduce((best, kind) => (score(kind) > score(best) ? kind : best), 'companies');
}

/** Tells whether one value can stand for all rows of a file: when they were seen, and how often. */
export function hasConstant(field: string): boolean {
  return /^(?:first|last)_|_count$/.test(field);
}

/** Guesses which column gives each field of a kind: by its name, and domains by their values, too. */
export function guessFields(kind: ImportKind, columns: readonly SampleColumn[]): FieldColumns {
  const found = new Map<string, number>();
  const names = columns.map(({ name }) => plainName(name));
  const take = (field: string, index: number) => {
    if (index >= 0 && !found.has(field)) found.set(field, index);
  };
  const isFree = (index: number) => ![...found.values()].includes(index);
  for (const field of ROW_FIELDS[kind].keys())
    take(
      field,
      columns.findIndex(({ name }) => name === field),
    );
  for (const [field, synonyms] of Object.entries(SYNONYMS[kind])) {
    for (const word of [field, ...words(synonyms)])
      take(
        field,
        names.findIndex((name, index) => name === word && isFree(index)),
      );
  }
  for (const field of ['primary_domain', 'domain'].filter((each) => ROW_FIELDS[kind].has(each)))
    take(
      field,
      columns.findIndex((column, index) => isFree(index) && hasDomains(column)),
    );
  const [first, last] = TIMES[kind] ?? [];
  if (first !== undefined && last !== undefined) {
    const date = names.findIndex((name, index) => DATE_NAMES.includes(name) && isFree(index));
    take(first, found.get(last) ?? date);
    take(last, found.get(first) ?? date);
  }
  return found;
}

function hasDomains({ values }: SampleColumn): boolean {
  const domains = values.filter((value) => domainIn(value).domain !== undefined);
  return values.length > 0 && domains.length >= values.length * 0.8;
}

/** Returns a name in the form of fields: `Company Name`, `companyName` and `COMPANY-NAME` are `company_name`. */
export function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_|_$/g, '');
}

function words(text: string): readonly string[] {
  return text.split(/\s+/);
}
