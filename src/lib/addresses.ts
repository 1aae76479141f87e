import { BlockList, isIP } from 'node:net';
import { isStorable } from './domain-name.ts';
import { isWithin, TEXT_LIMITS } from './request-limits.ts';

/** IPv4 networks without hosts of the public internet (registries of IANA, RFC 6890), and an address of Azure that answers each machine in it. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** All IPv6 addresses that are public are in this network. So mapped, translated (NAT64), local and multicast ones are not. */
const GLOBAL_IPV6 = ['2000::/3'];
/** Teredo and other protocols, documentation, and 6to4, which leads to IPv4 addresses. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Networks and addresses, in CIDR notation. */
export class Networks {
  readonly #list = new BlockList();

  /** @throws Error unless each is a network or an address. */
  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', length] = network.split('/');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      if (length === undefined) this.#list.addAddress(address, family);
      else this.#list.addSubnet(address, Number(length), family);
    }
  }

  /** @param address of either family; one with a zone is in no network. */
  has(address: string): boolean {
    const family = isIP(address);
    return (
      family !== 0 && !address.includes('%') && this.#list.check(address, family === 6 ? 'ipv6' : 'ipv4')
    );
  }
}

const special = new Networks([...SPECIAL_IPV4, ...SPECIAL_IPV6]);
const global = new Networks(GLOBAL_IPV6);

/** Returns whether an address belongs to a host of the public internet. */
export function isPublicAddress(address: string): boolean {
  return (isIP(address) === 4 || global.has(address)) && !special.has(address);
}

/** Returns whether a text is a network in CIDR notation, or an address. */
export function isNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (address.includes('%') || bits < 0 || rest.length > 0) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits);
}

/**
 * Tells how browsers reach the service.
 *
 * @param publicUrl origin at which they do.
 */
export function describeSite(publicUrl: string) {
  const { protocol, hostname } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  return {
    isSecure,
    /** Whether nobody on the way can read a cookie. */
    isSafe: isSecure || isLoopback(hostname),
    /** Name of the cookie of sessions. With the prefix, no other host can set it. Browsers take that by https alone. */
    cookieName: isSecure ? '__Host-session' : 'session',
  };
}

/** Returns whether a host is this machine by its name. IPv6 addresses may have the brackets that they have in URLs. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/.test(host);

/** One @ between two texts without blanks, and without the characters that make a list or a name of an address. */
const ADDRESS = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u;

/**
 * Returns an e-mail address as it is compared everywhere: without blanks around it, and A to Z in lower case. Unicode has
 * further letters whose lower case is an ASCII letter, such as the KELVIN SIGN. Folded, they would make the address of
 * another person.
 */
export function foldAddress(text: string): string {
  return text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Returns an e-mail address as users have it; undefined for a text that is none. */
export function toEmailAddress(text: string): string | undefined {
  const address = foldAddress(text);
  const isAddress = ADDRESS.test(address) && isWithin(address, TEXT_LIMITS.email) && isStorable(address);
  return isAddress ? address : undefined;
}
