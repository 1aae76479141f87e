import { defineEnum } from '../../graphql/enums.ts';
import { EVENT_DATA, EVENT_TYPES, type EventType } from './event.ts';

export const eventTypes = defineEnum<EventType>('EventType', {
  description: 'What an event reports. More types will be added.',
  values: EVENT_TYPES,
  data: EVENT_DATA,
});

type EventTypeName = (typeof eventTypes.names)[EventType];

const byName = new Map(Object.entries(eventTypes.names).map(([type, name]) => [name, type as EventType]));

/** Returns the types that names of the enum stand for. */
export function toEventTypes(names: readonly EventTypeName[]): EventType[] {
  return names.flatMap((name) => byName.get(name) ?? []);
}
