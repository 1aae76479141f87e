import { textKey } from '../../../../../src/lib/text-key.ts';

/** A technology as it was seen at a company. Times are ISO 8601. */
export interface SeenTechnology {
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly detectionCount: number;
  readonly node: {
    readonly techKey: string;
    readonly displayName: string;
    readonly category?: string | null | undefined;
  };
}

export interface TechnologyGroup {
  /** Null: technologies without a category. */
  readonly category: string | null;
  readonly technologies: readonly SeenTechnology[];
}

/** Groups technologies by category, in the order of the categories' names; those without one come last. */
export function groupTechnologies(technologies: readonly SeenTechnology[]): TechnologyGroup[] {
  const groups = new Map<string | null, { category: string | null; technologies: SeenTechnology[] }>();
  for (const technology of technologies) {
    const category = technology.node.category ?? null;
    const key = category && textKey(category);
    const group = groups.get(key);
    if (group) group.technologies.push(technology);
    else groups.set(key, { category, technologies: [technology] });
  }
  return [...groups.values()].sort((a, b) => {
    if (a.category === null || b.category === null)
      return Number(a.category === null) - Number(b.category === null);
    return a.category.localeCompare(b.category);
  });
}

/** `new`: first seen lately. `gone`: not seen for long. */
type TechnologyMark = 'new' | 'gone' | undefined;

const DAY_MS = 86_400_000;
/** Days before the newest observation of the catalogue. */
const NEW_DAYS = 90;
const GONE_DAYS = 180;

/** Returns what is notable about the days of a technology. @param asOf newest observation of the catalogue. */
export function markOf({ firstSeen, lastSeen }: SeenTechnology, asOf: string | undefined): TechnologyMark {
  if (asOf === undefined) return undefined;
  const daysBefore = (seen: string) => (Date.parse(asOf) - Date.parse(seen)) / DAY_MS;
  if (daysBefore(lastSeen) > GONE_DAYS) return 'gone';
  return daysBefore(firstSeen) <= NEW_DAYS ? 'new' : undefined;
}

/** Time axis that all bars share, in milliseconds since 1970. */
interface TimeAxis {
  readonly from: number;
  readonly to: number;
}

/** Returns an axis from the first detection to the last one. */
export function axisOf(technologies: readonly SeenTechnology[]): TimeAxis {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { firstSeen, lastSeen } of technologies) {
    from = Math.min(from, Date.parse(firstSeen));
    to = Math.max(to, Date.parse(lastSeen));
  }
  return { from, to };
}

/** Returns the place of a time on the axis, between 0 and 1. */
export function placeOf({ from, to }: TimeAxis, time: number): number {
  return to === from ? 0 : (time - from) / (to - from);
}
