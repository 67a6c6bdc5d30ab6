// A plus sign in the query of an address, which forms use for a space (WHATWG URL §5.1). Servers read it so in any query.

/** Texts that have a plus sign and mean it: an email, a time with its offset, a phone number. */
const meant = [
  /^[\w.%-]+\+[\w.%+-]*(@|%40)[\w.-]+\.\w+$/,
  /T\d\d(:|%3A)\d\d[\d:.]*(%3A\d\d[\d.]*)?\+\d\d(:|%3A)?\d\d$/i,
  /^\+\d[\d().-]{5,18}\d$/,
];

/** Checks whether the query of a URL, as it is sent, has a plus sign that most servers take for a space, and should not. */
export function isPlusMisread(url: string): boolean {
  const [address = ''] = url.split('#', 1);
  const query = address.slice(address.indexOf('?') + 1);
  if (query === address) return false;
  return query.split('&').some((pair) => {
    const value = pair.slice(pair.indexOf('=') + 1);
    return value.includes('+') && meant.some((pattern) => pattern.test(value));
  });
}
