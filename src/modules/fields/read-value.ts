import { isJsonObject } from '../../lib/json.ts';
import { type OwnValue, VALUE_LIMITS, type ValueShape } from './own-field.ts';

/** A value as it is stored, or the reason why it cannot be. */
export type ReadValue = { value: OwnValue } | { reason: string };

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Reads a value that an API was given. */
export function readOwnValue(shape: ValueShape, raw: unknown): ReadValue {
  if (isJsonObject(raw)) return { reason: 'must not be an object' };
  switch (shape.type) {
    case 'number': {
      if (typeof raw !== 'number' || !Number.isFinite(raw)) return { reason: 'must be a number' };
      const digits = /^-?(\d+)(?:\.(\d{1,4}))?$/.exec(String(raw));
      const count = (digits?.[1]?.length ?? 99) + (digits?.[2]?.length ?? 0);
      if (!digits || count > VALUE_LIMITS.digits)
        return { reason: 'must have at most 15 digits, 4 of them after the point' };
      return { value: raw + 0 };
    }
    case 'boolean':
      return typeof raw === 'boolean' ? { value: raw } : { reason: 'must be true or false' };
    case 'date':
      return typeof raw === 'string' && DAY.test(raw)
        ? { value: raw }
        : { reason: 'must be a day such as 2026-01-31' };
    default:
      if (shape.multiple && Array.isArray(raw)) return { value: raw.map(String) };
      return typeof raw === 'string' ? { value: raw } : { reason: 'must be a string' };
  }
}
