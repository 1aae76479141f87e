import tiles from './country-tiles.json' with { type: 'json' };

/** Column and row of a tile, from 0. */
type Place = readonly [column: number, row: number];

/** Tiles of countries by their code (ISO 3166-1 alpha-2), placed so that neighbours are near. XK is Kosovo. */
export const PLACES: ReadonlyMap<string, Place> = new Map(
  Object.entries(tiles).map(([code, [column = 0, row = 0]]) => [code, [column, row]]),
);

/** A part of the map: its first column and row, and how many there are. */
export type Extent = Readonly<Record<'column' | 'row' | 'columns' | 'rows', number>>;

/** Returns the smallest part of the map that has the tiles of these countries. */
export function extentOf(codes: readonly string[]): Extent {
  const places = codes.map((code) => PLACES.get(code)).filter((place) => place !== undefined);
  const [columns, rows] = [places.map(([column]) => column), places.map(([, row]) => row)];
  const [column, row] = [Math.min(...columns), Math.min(...rows)];
  return { column, row, columns: Math.max(...columns) - column + 1, rows: Math.max(...rows) - row + 1 };
}

export const WORLD: Extent = extentOf([...PLACES.keys()]);

/** Least share of each shade after the first. */
export const STEPS = [0.01, 0.02, 0.05, 0.1] as const;

/** Returns the shade of a share, from 1 to 5. */
export const stepOf = (share: number): number => 1 + STEPS.filter((least) => share >= least).length;

const DIRECTIONS: Readonly<Record<string, Place>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Returns the country to which an arrow key leads: the nearest one of those in its direction, where a step aside counts
 * double. Undefined for other keys, and where there is none.
 */
export function nextCountry(codes: readonly string[], from: string, key: string): string | undefined {
  const direction = DIRECTIONS[key];
  const start = PLACES.get(from);
  if (!direction || !start) return undefined;
  const [dx, dy] = direction;
  const reachable = codes.flatMap((code) => {
    const [x, y] = PLACES.get(code) ?? start;
    const ahead = (x - start[0]) * dx + (y - start[1]) * dy;
    const aside = Math.abs((x - start[0]) * dy) + Math.abs((y - start[1]) * dx);
    return ahead > 0 ? [{ code, distance: ahead + 2 * aside }] : [];
  });
  return reachable.sort((a, b) => a.distance - b.distance)[0]?.code;
}
