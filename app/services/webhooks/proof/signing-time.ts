// The times that senders sign, and whether they are of now.

/** `now` in milliseconds since 1970; false where there is no time, or none that can be read. */
export function isFresh(time: string | undefined, toleranceSeconds: number, now: number): boolean {
  return time !== undefined && Math.abs(readTime(time) - now) <= toleranceSeconds * 1000;
}

/** Seconds or milliseconds since 1970, ISO 8601, or as in the header Date (RFC 9110 §5.6.7); NaN of anything else. */
export function readTime(time: string): number {
  if (/^\d{1,11}$/.test(time)) return Number(time) * 1000;
  if (/^\d{12,14}$/.test(time)) return Number(time);
  const isWritten = /^\d{4}-\d\d-\d\dT|^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(time);
  return isWritten ? Date.parse(time) : NaN;
}
