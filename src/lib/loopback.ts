/** Returns whether a host is this machine by its name. IPv6 addresses may have the brackets that they have in URLs. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/.test(host);
