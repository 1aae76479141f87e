import { isIP } from 'node:net';
import { isNetwork, isPublicAddress, Networks } from '../../lib/public-addresses.ts';

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
