import { below, pick } from './changed-names.mjs';

// Rules over a catalogue in memory, and examples of them. A rule is a list of tests of a company.

const CATALOGUE = `
  WITH newest AS (SELECT as_of FROM facet_index)
  SELECT c.id, c.primary_domain AS domain, c.industry, c.country, c.employee_range, c.founded_year, c.partnership_count,
    c.technology_count, coalesce((SELECT json_agg(json_build_array(t.tech_key, t.category,
      extract(epoch FROM as_of - d.first_seen) / 86400, extract(epoch FROM as_of - d.last_seen) / 86400))
      FROM company_technology d JOIN technology t ON t.id = d.technology_id WHERE d.company_id = c.id), '[]') AS detected
  FROM company c CROSS JOIN newest ORDER BY c.id`;

/** Reads companies with what rules test: `technologies` and `categories` have `{first, last}` by key, in days before as_of. */
export async function readCompanies(pool) {
  const { rows } = await pool.query(CATALOGUE);
  return rows.map(({ detected, ...company }) => {
    const technologies = new Map();
    const categories = new Map();
    for (const [key, category, first, last] of detected) {
      technologies.set(key, { first, last });
      if (!category) continue;
      const former = categories.get(category);
      categories.set(category, {
        first: Math.max(first, former?.first ?? first),
        last: Math.min(last, former?.last ?? last),
      });
    }
    return { ...company, technologies, categories };
  });
}

const AGES = {
  last_seen: (days, { last }) => last <= days,
  first_seen: (days, { first }) => first <= days,
  not_seen: (days, { last }) => last > days,
};

/** Kinds of conditions, each drawn from a member of the rule. @returns `{text, meets}`, or undefined if the member lacks the value */
const CONDITIONS = {
  country: (member, chance, others) => oneOf('country', 3, member, chance, others),
  industry: (member, chance, others) => oneOf('industry', 2, member, chance, others),
  employees: (member, chance, others) => oneOf('employee_range', 3, member, chance, others),
  technology: (member, chance) => {
    const keys = draw([...member.technologies.keys()], 1 + below(2, chance), chance);
    return keys.length === 0
      ? undefined
      : {
          text: `technology any of ${keys.join(', ')}`,
          meets: ({ technologies }) => keys.some((key) => technologies.has(key)),
        };
  },
  'one technology': (member, chance) => {
    const [key] = draw([...member.technologies.keys()], 1, chance);
    return key === undefined
      ? undefined
      : { text: `technology ${key}`, meets: ({ technologies }) => technologies.has(key) };
  },
  when: (member, chance) => {
    const [key] = draw([...member.technologies.keys()], 1, chance);
    const sighting = member.technologies.get(key);
    if (!sighting) return undefined;
    const ages = Object.keys(AGES).flatMap((age) => [30, 90, 180, 365].map((days) => ({ age, days })));
    const { age, days } = pick(
      ages.filter((each) => AGES[each.age](each.days, sighting)),
      chance,
    );
    return {
      text: `technology ${key} ${age} ${days}d`,
      meets: ({ technologies }) => technologies.has(key) && AGES[age](days, technologies.get(key)),
    };
  },
  category: (member, chance) => {
    const [category] = draw([...member.categories.keys()], 1, chance);
    return category === undefined
      ? undefined
      : { text: `category ${category}`, meets: ({ categories }) => categories.has(category) };
  },
  founded: ({ founded_year: year }, chance) => {
    if (year === null) return undefined;
    const [from, to] = [year - below(6, chance), chance() < 0.5 ? 9999 : year + below(6, chance)];
    return {
      text: `founded ${from} to ${to}`,
      meets: ({ founded_year: other }) => other !== null && other >= from && other <= to,
    };
  },
  partnerships: ({ partnership_count: count }, chance) => atLeast('partnership_count', count, chance),
  technologies: ({ technology_count: count }, chance) => atLeast('technology_count', count, chance),
};

function atLeast(field, count, chance) {
  const bound = Math.max(1, count - below(5, chance));
  return { text: `${field} from ${bound}`, meets: (company) => company[field] >= bound };
}

function oneOf(field, most, member, chance, others) {
  if (member[field] === null) return undefined;
  const drawn = Array.from({ length: below(most, chance) }, () => pick(others, chance)[field]);
  const values = [...new Set([member[field], ...drawn.filter((value) => value !== null)])];
  return { text: `${field} ${values.join(', ')}`, meets: (company) => values.includes(company[field]) };
}

function draw(values, count, chance) {
  const left = [...values];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(below(left.length, chance), 1)[0],
  );
}

/** Each condition of a rule leaves at most this share of the matches: another one says nothing. */
const MOST_LEFT = 0.8;
const SIZES = { least: 40, mostShare: 0.05 };

/** Draws a rule of one to four conditions. @returns its texts and companies, or undefined if it has too many or too few */
export function drawRule(companies, chance) {
  const member = pick(companies, chance);
  const kinds = draw(Object.keys(CONDITIONS), 1 + below(4, chance), chance);
  const texts = [];
  let matches = companies;
  for (const kind of kinds) {
    const condition = CONDITIONS[kind](member, chance, companies);
    if (condition === undefined) return undefined;
    const left = matches.filter(condition.meets);
    if (left.length > MOST_LEFT * matches.length) return undefined;
    matches = left;
    texts.push(condition.text);
  }
  const isUsual = matches.length >= SIZES.least && matches.length <= SIZES.mostShare * companies.length;
  return isUsual ? { texts, matches } : undefined;
}

const MOST_MEMBERS = 180;
const NOISE = 0.1;

/** Draws half of the members of a rule, 180 at most, and one other company to nine of them. */
export function drawExamples({ matches }, companies, chance) {
  const members = draw(matches, Math.min(MOST_MEMBERS, Math.ceil(matches.length / 2)), chance);
  const inside = new Set(matches);
  const noise = draw(
    companies.filter((company) => !inside.has(company)),
    Math.round((members.length * NOISE) / (1 - NOISE)),
    chance,
  );
  return { members, examples: [...members, ...noise] };
}
