import type { TestService } from '../../harness/service.ts';

/** An event as REST shows it. */
export interface ShownEvent {
  event_id: number;
  type: string;
  at: string;
  list_id?: number;
  data: Record<string, unknown>;
}

interface Answer {
  events: ShownEvent[];
  next_cursor: string;
}

/** Reads a page of the feed over REST. */
export async function readEvents(
  service: TestService,
  key: string,
  query: Record<string, string | number> = {},
): Promise<Answer> {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`]));
  const { body } = await service.rest(key).get(`/v1/events?${parameters}`).expect(200);
  return body;
}

/** Reads the cursor of the end of the feed. */
export async function endOf(service: TestService, key: string): Promise<string> {
  return (await readEvents(service, key, { cursor: 'now' })).next_cursor;
}

/** Reads all events after a cursor, page by page. */
export async function readAll(
  service: TestService,
  key: string,
  cursor?: string,
  limit = 100,
): Promise<ShownEvent[]> {
  const all: ShownEvent[] = [];
  for (let next = cursor; ; ) {
    const page = await readEvents(service, key, { limit, ...(next === undefined ? {} : { cursor: next }) });
    all.push(...page.events);
    if (page.events.length === 0) return all;
    next = page.next_cursor;
  }
}
