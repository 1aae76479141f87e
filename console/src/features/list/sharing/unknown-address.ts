import { usePeople } from '../../../api/people.ts';

/** An e-mail address, as far as a page needs to know. The service decides. */
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/;

/** Returns the address that was typed if nobody of the organization has it; undefined until that is known. */
export function useUnknownAddress(typed: string): string | undefined {
  const { data } = usePeople();
  const address = typed.trim().toLowerCase();
  if (!data || !ADDRESS.test(address)) return undefined;
  // A part of an address may still become that of somebody.
  return data.some(({ email }) => email.toLowerCase().includes(address)) ? undefined : address;
}
