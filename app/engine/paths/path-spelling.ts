/**
 * Returns the one spelling under which a path is stored: no leading `$`, a leading dot, numbers in brackets (`$.items.0.name` →
 * `.items[0].name`, `$[0].id` → `.[0].id`); `.` is the whole value. Names in quotes stay unchanged.
 */
export function normalizePath(path: string): string {
  const text = path.trim().replace(/^\$\s*/, '');
  const dotted = /^[.[]/.test(text) ? text : `.${text}`;
  // A quote that nothing closes reaches to the end: searched for its end at each quote, a long text would take minutes.
  const bracketed = dotted.replace(
    /'(?:[^'\\]|\\.)*(?:'|\\?$)|"(?:[^"\\]|\\.)*(?:"|\\?$)|(?<!\.)\.(\d+)(?=\s*[.[]|$)/gs,
    (whole, digits?: string) => (digits === undefined ? whole : `[${digits}]`),
  );
  return bracketed.startsWith('.') ? bracketed : `.${bracketed}`;
}
