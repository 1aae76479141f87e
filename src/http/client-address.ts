import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { Networks } from '../lib/addresses.ts';
import { addressOwner, type Owner } from '../lib/principal.ts';

/** Networks from which proxies reach the service: loopback, private, link-local, and shared behind a carrier's NAT. */
const PROXIES = new Networks([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]);

/** Hextets of the network that one customer of a provider gets, in which each device takes any number of addresses. */
const NETWORK_HEXTETS = 4;

/**
 * Returns the address of a client; for IPv6, its network of 64 bits. Each proxy adds to `X-Forwarded-For` the address that
 * reached it. So the last entry counts if the connection comes from a proxy, the one before it if that is a proxy's as
 * well, and so on. A client that reaches the service itself can claim nothing.
 */
function clientAddressOf({ headers, socket }: IncomingMessage): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  let address = plain(socket.remoteAddress ?? '');
  while (PROXIES.has(address)) {
    const before = plain(forwarded.pop() ?? '');
    if (isIP(before) === 0) break;
    address = before;
  }
  return isIP(address) === 6 ? networkOf(address) : address;
}

/** Returns who answers for a request before its caller is known: the address of its client. */
export const senderOf = (req: IncomingMessage): Owner => addressOwner(clientAddressOf(req));

/** Removes what may stand around an address: a port, the brackets of IPv6, a zone, and the prefix of mapped IPv4. */
function plain(text: string): string {
  const bare = text.trim().replace(/^\[(.*)\](?::\d+)?$/, '$1');
  const address = /^[\d.]+:\d+$/.test(bare) ? bare.replace(/:\d+$/, '') : bare;
  return address.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '');
}

function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - start.length - end.length);
  const hextets = [...start, ...Array.from({ length: missing }, () => '0'), ...end];
  const network = hextets.slice(0, NETWORK_HEXTETS).map((hextet) => hextet.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
