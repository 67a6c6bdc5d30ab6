// Which responses the codes of a rule stand for.

/** Checks whether a code of a rule, such as 200, `4xx`, `500-599` or `network`, stands for a status; null for no response. */
export function matchesCode(code: number | string, status: number | null): boolean {
  if (status === null || code === 'network') return status === null && code === 'network';
  if (typeof code === 'number') return code === status;
  if (code.endsWith('xx')) return code.startsWith(String(Math.floor(status / 100)));
  const [from = 0, to = 0] = code.split('-').map(Number);
  return from <= status && status <= to;
}
