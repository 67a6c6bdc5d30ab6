// What the fields of a form may be called. A screen makes lists and objects of names such as `apiCalls[3].name`, so a short name
// can ask for a list of a thousand million places, and many names for more work than their bytes tell.

/** Of a form; the largest one, of an integration with all that one may have, has fewer. */
const maxFields = 20_000;
/** Each copies the ones before it. */
const maxAlike = 1_000;
/** Of all lists together, whether or not there is a field for each place. */
const maxPlaces = 20_000;
const maxNameLength = 500;
const maxDepth = 20;
/** Of what a button asks for in Conform's words: to add, move or take away a row. */
const maxIntentLength = 20_000;

/** The button that Conform's forms are sent by. */
const intentName = '__intent__';

const place = /\[(\d+)\]/g;

/** Whether a form's body has more fields than any screen's, by what stands between them; nothing of it is read. */
export function hasTooManyFields(body: Buffer, separator: '&' | '\r\n--'): boolean {
  let count = 1;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + 1)) {
    count += 1;
    if (count > maxFields) return true;
  }
  return false;
}

/** Whether fields could be those of a screen: so many, and with lists no longer than that. */
export function isScreensForm(fields: Iterable<[name: string, value: unknown]>): boolean {
  const alike = new Map<string, number>();
  const lengths = new Map<string, number>();
  let count = 0;
  let places = 0;

  /** Makes room for what the list at `prefix` holds at `index`. */
  function addPlace(prefix: string, index: number): void {
    const before = lengths.get(prefix) ?? 0;
    if (index < before) return;
    lengths.set(prefix, index + 1);
    places += index + 1 - before;
  }

  function isNameFit(name: string): boolean {
    if (name.length > maxNameLength || name.split(/[.[]/, maxDepth + 1).length > maxDepth) return false;
    for (const { index, 1: digits } of name.matchAll(place)) addPlace(name.slice(0, index), Number(digits));
    return places <= maxPlaces;
  }

  for (const [name, value] of fields) {
    count += 1;
    const same = (alike.get(name) ?? 0) + 1;
    alike.set(name, same);
    if (count > maxFields || same > maxAlike || !isNameFit(name)) return false;
    if (name === intentName && !isIntentFit(value, isNameFit)) return false;
  }
  return true;
}

/** Whether what a button asks for is about a place that a list may have. */
function isIntentFit(value: unknown, isNameFit: (name: string) => boolean): boolean {
  if (typeof value !== 'string' || value.length > maxIntentLength) return false;
  if (value === '') return true;
  let intent: unknown;
  try {
    intent = JSON.parse(value);
  } catch {
    return false;
  }
  const payload = readObject(readObject(intent).payload);
  const { name = '', index, from, to } = payload;
  const indexes = [index, from, to].filter((each) => each !== undefined);
  return (
    typeof name === 'string' &&
    isNameFit(name) &&
    indexes.every((each) => typeof each === 'number' && isNameFit(`${name}[${each}]`) && each < maxPlaces)
  );
}

function readObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
