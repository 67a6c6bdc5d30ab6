/** Whether a URL leads to the machine it is used on: localhost, or an address that every machine calls its own. */
export function isLocalAddress(url: string): boolean {
  const text = url.trim();
  if (!URL.canParse(text)) return false;
  const { hostname } = new URL(text);
  return /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname);
}
