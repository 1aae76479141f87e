import type { MoveWindow } from '../generated/graphql.ts';

/** Words that a sentence had beside its filter, as the home page gives them. */
export function readBuildSearch({ left }: Record<string, unknown>): { left?: string[] } {
  if (!Array.isArray(left)) return {};
  const words = left.slice(0, 50).map((each) => String(each).slice(0, 200));
  return words.length > 0 ? { left: words } : {};
}

export function readHomeSearch({ q }: Record<string, unknown>): { q?: string } {
  // The router reads "2024" as a number.
  const isText = typeof q === 'string' || typeof q === 'number';
  return isText && q !== '' ? { q: String(q).slice(0, 2_000) } : {};
}

export function readCompaniesSearch({ search }: Record<string, unknown>): { search?: string } {
  return typeof search === 'string' && search !== '' ? { search } : {};
}

/** Lists that are compared; those that changed last unless given. */
export function readOverlapSearch({ lists }: Record<string, unknown>): { lists?: number[] } {
  const ids = Array.isArray(lists) ? [...new Set(lists.map(Number))].filter(isId).slice(0, 8) : undefined;
  return ids ? { lists: ids } : {};
}

export function readListSearch({ list }: Record<string, unknown>): { list?: number } {
  return isId(Number(list)) ? { list: Number(list) } : {};
}

const isId = (id: number): boolean => Number.isInteger(id) && id > 0;

/** Period, technologies and category of the page of moves. */
interface MovesSearch {
  window?: MoveWindow;
  from?: string;
  to?: string;
  category?: string;
}

/** Reads the search parameters of the page of moves; invalid ones are left out, as on the other pages. */
export function readMovesSearch(search: Record<string, unknown>): MovesSearch {
  const texts = ['from', 'to', 'category'].flatMap((key) => {
    const value = search[key];
    const isText = typeof value === 'string' || typeof value === 'number';
    return isText && value !== '' ? [[key, String(value).slice(0, 200)]] : [];
  });
  const window = (['DAYS_90', 'DAYS_180', 'DAYS_365'] as const).find((each) => each === search.window);
  return { ...Object.fromEntries(texts), ...(window && { window }) };
}
