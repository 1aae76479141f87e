import { promises as dns, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { hostOf, type TargetRules } from './target-rules.ts';

/** Code of the error of a target that the rules refuse. */
export const BLOCKED = 'ADDRESS_NOT_ALLOWED';
/** Code of the error of a name without an address, whatever name servers say of it. */
export const UNRESOLVED = 'NAME_NOT_RESOLVED';

export function blocked(): Error {
  return Object.assign(new Error('the address is not allowed'), { code: BLOCKED });
}

function unresolved(cause?: unknown): Error {
  return Object.assign(new Error('the name has no address', { cause }), { code: UNRESOLVED });
}

/** Resolves a host name. @param isListed whether the operator allows the name itself. */
export type Resolve = (host: string, isListed: boolean) => Promise<LookupAddress[]>;

/** c-ares asks name servers without the threads of `dns.lookup`, of which a few slow names would take all. */
const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 });

/** Resolves by name servers. A name that the operator lists may stand in the hosts file of this machine as well. */
export const resolveHost: Resolve = async (host, isListed) => {
  if (isListed) return dns.lookup(host, { all: true });
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = [
    ...(ipv4.status === 'fulfilled' ? ipv4.value.map((address) => ({ address, family: 4 })) : []),
    ...(ipv6.status === 'fulfilled' ? ipv6.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (addresses.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
  return addresses;
};

/**
 * Creates the connector of an agent that follows the rules: literal addresses, which `net` does not resolve, are checked first,
 * then every address of a name, then the address that the socket has reached.
 */
export function createConnector(rules: TargetRules, resolve: Resolve): buildConnector.connector {
  const connectors = { true: connectorFor(true), false: connectorFor(false) };

  function connectorFor(isPlain: boolean): buildConnector.connector {
    const lookup = (
      name: string,
      options: LookupOptions,
      callback: (error: Error | null, found: string | LookupAddress[], family?: number) => void,
    ) => {
      const host = hostOf({ hostname: name });
      const checked = async () => {
        const found = await resolve(host, rules.isListed(host)).catch((error) => {
          throw unresolved(error);
        });
        const [first] = found;
        if (!first) throw unresolved();
        if (!found.every(({ address }) => rules.mayConnect(host, address, isPlain))) throw blocked();
        return { first, found };
      };
      checked().then(
        ({ first, found }) =>
          options.all ? callback(null, found) : callback(null, first.address, first.family),
        (error) => callback(error, ''),
      );
    };
    // The clock of an attempt bounds the wait for a connection, too.
    return buildConnector({ lookup, timeout: 0, keepAlive: true } as buildConnector.BuildOptions);
  }

  return (options, callback) => {
    const isPlain = options.protocol === 'http:';
    const host = hostOf(options);
    if (isIP(host) !== 0 && !rules.mayConnect(host, host, isPlain)) return callback(blocked(), null);
    connectors[isPlain ? 'true' : 'false'](options, (error, socket) => {
      if (error) return callback(error, null);
      if (rules.mayConnect(host, reachedBy(socket), isPlain)) return callback(null, socket);
      socket.destroy();
      callback(blocked(), null);
    });
  };
}

function reachedBy({ remoteAddress = '' }: Socket): string {
  return remoteAddress;
}
