import { useLocalStorage } from '@mantine/hooks';

/**
 * Returns the cursor up to which a person has seen the feed in this browser, for all of its tabs. It stays when the person
 * signs out, so that the next sign-in does not show 30 days as new.
 *
 * @returns the cursor, undefined before the oldest event that is kept; and a function that replaces it.
 */
export function useSeen(userId: number) {
  const [seen, setSeen, forget] = useLocalStorage<string | undefined>({
    key: `company-data.events-seen:${userId}`,
    getInitialValueInEffect: false,
    // A cursor is a text without quotes, and needs no other form.
    serialize: (cursor) => cursor ?? '',
    deserialize: (stored) => stored || undefined,
  });
  return { seen, setSeen, forget };
}
