// What the protocol of an address says: its port, and whether what is sent there is encrypted.

/** The default ports by protocol: RFC 9110 §4.2; RFC 8314 §7.3 and RFC 6409 §3.1 for the submission of mails. */
const defaultPorts: Partial<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'smtp:': 587,
  'smtps:': 465,
};

/** Returns the port that a URL leads to; 0 for a protocol that no call speaks. */
export function readPort({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number {
  return port === '' ? (defaultPorts[protocol] ?? 0) : Number(port);
}

/** Checks whether all that is sent to a URL is encrypted. `smtp:` switches to TLS where the server offers it (RFC 3207). */
export function isEncrypted({ protocol }: Pick<URL, 'protocol'>): boolean {
  return protocol === 'https:' || protocol === 'smtps:';
}

/** Checks whether credentials are encrypted on the way to a URL. With credentials, `smtp:` demands TLS. */
export function mayCarryCredentials(url: Pick<URL, 'protocol'>): boolean {
  return isEncrypted(url) || url.protocol === 'smtp:';
}
