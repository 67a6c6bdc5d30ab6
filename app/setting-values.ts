// How the text of some settings is read.

export function readOrigin(url: string): string {
  return new URL(url).origin;
}

export function isOrigin(url: string): boolean {
  // What is no URL at all is reported already.
  if (!URL.canParse(url)) return true;
  const { pathname, search, hash, username, password } = new URL(url);
  return /^\/*$/.test(pathname) && !search && !hash && !username && !password && !/[?#]/.test(url);
}

/** `name=value` pairs as OpenTelemetry writes them: separated by commas, values percent-encoded. */
export function readPairs(text: string): [name: string, value: string][] {
  return text
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      const written = value.join('=').trim();
      return [name.trim(), decodeSafely(written)];
    });
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
