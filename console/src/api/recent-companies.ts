import { currentSession } from './session.ts';
import { readWork, writeWork } from './storage.ts';

/** Companies that are kept of each person. */
const MOST = 8;

export interface RecentCompany {
  slug: string;
  name: string;
}

/** Each person has a key of their own: a session can end without a sign-out, and another person come back. */
const keyOf = (userId: number) => `recent-companies:${userId}`;

let lastNote: Promise<void> = Promise.resolve();

/** Returns the companies that a person opened last in this browser, the latest first, once the last of them is noted. */
export async function readRecentCompanies(userId: number): Promise<readonly RecentCompany[]> {
  await lastNote;
  return readNoted(userId);
}

const readNoted = async (userId: number): Promise<readonly RecentCompany[]> =>
  (await readWork<readonly RecentCompany[]>(keyOf(userId))) ?? [];

/** Notes that the person who is signed in opened a company. Where the browser keeps nothing, nothing is noted. */
export function noteCompany(company: RecentCompany): void {
  // One after the other: each builds on the one before.
  lastNote = lastNote.then(() => note(company));
}

async function note({ slug, name }: RecentCompany): Promise<void> {
  const { userId } = currentSession();
  if (userId === undefined) return;
  const before = await readNoted(userId);
  const others = before.filter((company) => company.slug !== slug);
  // Somebody who has signed out meanwhile leaves nothing behind.
  if (currentSession().userId !== userId) return;
  await writeWork(keyOf(userId), [{ slug, name }, ...others].slice(0, MOST)).catch(() => undefined);
}
