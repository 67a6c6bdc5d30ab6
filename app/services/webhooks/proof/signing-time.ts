// The times that senders sign, and whether they are recent.

/** `now` in milliseconds since 1970. Returns false when there is no time or an unreadable one. */
export function isRecent(time: string | undefined, toleranceSeconds: number, now: number): boolean {
  return time !== undefined && Math.abs(readSigningTime(time) - now) <= toleranceSeconds * 1000;
}

/** Reads seconds or milliseconds since 1970, ISO 8601, or the format of the header Date (RFC 9110 §5.6.7); else NaN. */
export function readSigningTime(time: string): number {
  if (/^\d{1,11}$/.test(time)) return Number(time) * 1000;
  if (/^\d{12,14}$/.test(time)) return Number(time);
  const isWritten = /^\d{4}-\d\d-\d\dT|^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(time);
  return isWritten ? Date.parse(time) : NaN;
}
