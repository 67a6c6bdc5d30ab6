/**
 * The ports on which something other than HTTP is spoken, and where a request that a user composes could be mistaken for it.
 * All rows but the last are the Fetch standard's (https://fetch.spec.whatwg.org/#port-blocking). The last row adds databases,
 * caches, queues and remote desktops, by the numbers of IANA or their makers.
 */
const BLOCKED = new Set(
  [
    [0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103],
    [104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514],
    [515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723],
    [2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
    [445, 873, 1433, 1521, 1883, 3306, 3389, 5432, 5672, 5900, 6379, 8883, 9042, 11211, 27017],
  ].flat(),
);

export function isBlockedPort(port: number): boolean {
  return BLOCKED.has(port);
}

/**
 * Checks whether mail servers take mails of programs on a port (RFC 8314 §3.3, RFC 6409 §3.1, and 2525, which providers offer
 * beside them). On port 25 they take mails from anybody, and a call there could send spam in the name of this server.
 */
export function isSubmissionPort(port: number): boolean {
  return port === 465 || port === 587 || port === 2525;
}
