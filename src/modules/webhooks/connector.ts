import diagnostics from 'node:diagnostics_channel';
import { promises as dns, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isNetwork, isPublicAddress, Networks } from '../../lib/addresses.ts';
import { propertyOf } from '../../lib/json.ts';

/** Channel on which undici announces that a connection sends a request (undici, DiagnosticsChannel). */
const REQUEST_SENT = 'undici:client:sendHeaders';

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

/** Code of the error of an endpoint that sends more than an attempt may receive. */
const ANSWER_TOO_LARGE = 'ANSWER_TOO_LARGE';

/**
 * Bounds the bytes that an endpoint sends in an attempt, whatever they are. The HTTP parser bounds headers and bodies alone:
 * interim answers (1xx), empty lines before an answer and extensions of chunks have no end of their own.
 */
export class ReceivedBytes {
  readonly #max: number;
  /** Bytes that each connection had received when it sent its latest request. */
  readonly #before = new WeakMap<object, number>();

  constructor(max: number) {
    this.#max = max;
    diagnostics.subscribe(REQUEST_SENT, this.#begin);
  }

  /** Closes a connection that receives more. Call it before undici reads, so that its parser gets none of the excess. */
  watch(socket: Socket): void {
    this.#before.set(socket, socket.bytesRead);
    socket.on('readable', () => {
      if (socket.bytesRead - (this.#before.get(socket) ?? 0) <= this.#max) return;
      const message = `the endpoint sent more than ${this.#max} bytes`;
      socket.destroy(Object.assign(new Error(message), { code: ANSWER_TOO_LARGE }));
    });
  }

  close(): void {
    diagnostics.unsubscribe(REQUEST_SENT, this.#begin);
  }

  /** Begins an attempt on a connection that earlier ones have used. Undici announces all requests of the process. */
  readonly #begin = (message: unknown): void => {
    const socket = propertyOf(message, 'socket');
    if (socket instanceof Socket && this.#before.has(socket)) this.#before.set(socket, socket.bytesRead);
  };
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
export function createConnector(
  rules: TargetRules,
  resolve: Resolve,
  received: ReceivedBytes,
): buildConnector.connector {
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
      if (rules.mayConnect(host, socket.remoteAddress ?? '', isPlain)) {
        received.watch(socket);
        return callback(null, socket);
      }
      socket.destroy();
      callback(blocked(), null);
    });
  };
}

/** Hosts of loopback by RFC 6761, whatever a resolver says. */
const LOCAL_NAME = /(?:^|\.)localhost$/;

/** Returns the host of a URL as `net` takes it: without brackets, and without the dot that may end a name. */
export function hostOf({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/**
 * Where webhooks may be sent: by `https` to public addresses, and to the hosts and networks that the operator allows, also by
 * `http`. Otherwise callers could reach services that trust the machine or the network of this one.
 */
export class TargetRules {
  readonly #hosts: ReadonlySet<string>;
  readonly #networks: Networks;
  readonly #hasNetworks: boolean;

  /** @param allowed hosts and networks of the setting WEBHOOK_ALLOW. */
  constructor(allowed: readonly string[]) {
    const networks = allowed.filter(isNetwork);
    this.#networks = new Networks(networks);
    this.#hasNetworks = networks.length > 0;
    this.#hosts = new Set(allowed.filter((each) => !isNetwork(each)));
  }

  /** Returns why a URL can never be a target; undefined if its host decides, once it is resolved. */
  refusalOf(url: URL): string | undefined {
    const host = hostOf(url);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://';
    if (url.username !== '' || url.password !== '')
      return 'must have no user name and no password; use the signature to authenticate requests';
    const isPlain = url.protocol === 'http:';
    if (isIP(host) !== 0 || LOCAL_NAME.test(host)) {
      if (this.isListed(host) || this.mayConnect(host, host, isPlain)) return undefined;
      if (LOCAL_NAME.test(host) && this.#hasNetworks) return undefined;
      return 'must lead to a public address';
    }
    return isPlain && !this.isListed(host) && !this.#hasNetworks ? 'must begin with https://' : undefined;
  }

  /** Returns whether the operator allows a host by its name. */
  isListed(host: string): boolean {
    return this.#hosts.has(host);
  }

  /**
   * Returns whether a connection for a host may lead to an address.
   *
   * @param isPlain without TLS: then it must be allowed, and public does not suffice.
   */
  mayConnect(host: string, address: string, isPlain: boolean): boolean {
    if (this.isListed(host) || this.#networks.has(address)) return true;
    return !isPlain && isPublicAddress(address);
  }
}
