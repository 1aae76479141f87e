export const and = (...children) => ({ and: children });
export const or = (...children) => ({ or: children });
export const not = (child) => ({ not: child });
export const where = (field, operator, ...values) => ({ condition: { field, operator, values } });

/**
 * The trees, by name. Together they use every field with every operator, and have 1 to 20 conditions.
 *
 * @param words see readWords
 */
export function createTrees(words) {
  const { categories: k, industries: i, countries: c, investors: m, hub, small } = words;
  const t = words.technologies.map(({ key }) => key);
  const [word] = small.name.split(' ');
  return {
    'one technology': where('technology', 'any_of', t[0]),
    'two technologies': and(where('technology', 'any_of', t[0]), where('technology', 'any_of', t[1])),
    'any of five technologies': where('technology', 'any_of', ...t.slice(2, 7)),
    'three technologies, not two': and(
      where('technology', 'all_of', ...t.slice(0, 3)),
      where('technology', 'none_of', ...t.slice(3, 5)),
    ),
    'categories, not one': and(
      where('technology_category', 'any_of', k[1], k[4]),
      where('technology_category', 'none_of', k[9]),
    ),
    'industry, country and size': and(
      where('industry', 'any_of', ...i.slice(0, 4)),
      where('country', 'any_of', ...c.slice(0, 3)),
      where('employee_range', 'any_of', '11-50', '51-200', '201-500'),
    ),
    'ranges of numbers': and(
      where('founded_year', 'between', 1995, 2015),
      where('technology_count', 'gte', 10),
      where('partnership_count', 'lte', 6),
      or(where('technology_count', 'between', 5, 40), where('partnership_count', 'between', 1, 3)),
    ),
    'exact numbers': or(
      where('founded_year', 'eq', 2012),
      where('technology_count', 'eq', 12),
      where('partnership_count', 'eq', 2),
    ),
    'what is known': and(
      where('founded_year', 'is_known', true),
      where('industry', 'is_known', true),
      where('employee_range', 'is_known', false),
      not(where('country', 'is_known', false)),
      where('country', 'none_of', c[0]),
    ),
    'ten conditions': and(
      where('technology', 'any_of', ...t.slice(0, 3)),
      or(where('country', 'any_of', ...c.slice(0, 2)), where('industry', 'any_of', i[0], i[1])),
      where('technology', 'none_of', ...t.slice(5, 7)),
      not(where('employee_range', 'any_of', '1-10')),
      where('founded_year', 'gte', 1990),
      where('technology_count', 'between', 5, 50),
      or(
        and(where('technology_category', 'any_of', k[2]), where('technology', 'any_of', t[8])),
        not(where('partnership_count', 'lte', 1)),
      ),
    ),
    'twenty conditions': twenty(t, k, i, c, m),
    'partners of a hub with a technology': and(
      where('partner', 'any_of', hub.domain),
      where('technology', 'any_of', t[1]),
    ),
    'partners of both': where('partner', 'all_of', hub.domain, small.domain),
    'partners of the one, not of the other': and(
      where('partner', 'any_of', small.domain),
      where('partner', 'none_of', hub.domain),
    ),
    'partners of a small company': where('partner', 'any_of', small.domain),
    'investors, not one': and(
      where('investor', 'any_of', ...m.slice(0, 10)),
      where('investor', 'none_of', m[10]),
      where('industry', 'none_of', i[0]),
      where('partnership_count', 'gte', 1),
      where('technology_count', 'lte', 80),
    ),
    'two investors': where('investor', 'all_of', m[0], m[1]),
    'a word in the name': and(
      where('name', 'contains', 'Digital', 'health'),
      where('technology', 'any_of', t[0]),
    ),
    'the end of the domain': and(
      where('domain', 'ends_with', '.test'),
      where('founded_year', 'lte', 2018),
      where('employee_range', 'none_of', '1-10'),
    ),
    'name starts or domain contains': or(
      where('name', 'starts_with', word.slice(0, 4)),
      where('domain', 'contains', small.domain.slice(0, 6)),
    ),
    'one name': where('name', 'equals', small.name),
    'one domain': where('domain', 'equals', small.domain),
    'rare technologies with a rare investor': and(
      where('technology', 'any_of', ...t.slice(-3)),
      where('investor', 'any_of', m[290]),
    ),
    'three rare technologies': and(
      where('technology', 'all_of', t[400], t[410]),
      where('technology', 'any_of', t[380]),
    ),
  };
}

/** Twenty conditions over nine fields, on four levels. */
function twenty(t, k, i, c, m) {
  return and(
    where('technology', 'any_of', ...t.slice(0, 4)),
    where('technology', 'any_of', t[4], t[9], t[14]),
    or(
      and(where('country', 'any_of', c[0]), where('industry', 'any_of', ...i.slice(0, 10))),
      and(where('country', 'any_of', ...c.slice(1, 8)), where('industry', 'none_of', i[0])),
      where('technology', 'all_of', t[5], t[6]),
    ),
    or(where('technology_category', 'any_of', k[3], k[5]), where('technology', 'any_of', t[20])),
    not(and(where('technology', 'any_of', t[30]), where('technology', 'any_of', t[31]))),
    where('technology', 'none_of', t[40], t[41], t[42]),
    or(where('founded_year', 'gte', 1980), where('founded_year', 'is_known', false)),
    where('technology_count', 'gte', 6),
    or(where('partnership_count', 'between', 1, 30), where('investor', 'any_of', ...m.slice(0, 5))),
    not(where('employee_range', 'any_of', '10001+')),
    or(where('industry', 'is_known', true), where('country', 'is_known', true)),
  );
}

/** Returns the number of conditions in a tree. */
export function countConditions(node) {
  if (node.condition) return 1;
  const children = node.not ? [node.not] : (node.and ?? node.or);
  return children.reduce((sum, child) => sum + countConditions(child), 0);
}
