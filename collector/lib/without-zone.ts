/** An address without the interface that it is of, which no URL and no `Host` header has: fe80::1%eth0. */
export const withoutZone = (host: string): string => host.replace(/%.*/, '');
