/** A path of ours that a form asks to return to; anything that leads elsewhere becomes '/'. */
export function readReturnPath(value: FormDataEntryValue | null): string {
  const base = 'http://ours.invalid';
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, base)) return '/';
  const url = new URL(value, base);
  // `//host` and `/\host` are addresses of another host to a browser.
  return url.origin === base ? url.pathname.replace(/^\/+/, '/') + url.search : '/';
}
