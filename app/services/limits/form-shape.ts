// Limits the field names of a form. A screen builds lists and objects from names such as `apiCalls[3].name`, so a short name
// can require a list of a thousand million places, and many names can cause more work than their bytes suggest.

/** Per form; the largest one, of an integration with everything it may have, has fewer. */
const maxFields = 20_000;
/** The limit of fields with the same name; each copies the ones before it. */
const maxAlike = 1_000;
/** The limit of places in all lists together, with or without a field. */
const maxPlaces = 20_000;
/**
 * The limit of places in one list. The longest lists of screens may have 50: an integration's calls, a call's headers. It is also
 * the limit of an integration's steps of one kind, in the lists of all calls together.
 */
const maxListed = 60;
const stepLists = /(?:^|\.)(loop|handling|conditional|firstConditional)$/;
const maxNameLength = 500;
const maxDepth = 20;
/** The limit of what a button requests in Conform's notation: to add, move or remove a row. */
const maxIntentLength = 20_000;

/** The field of the button that sends Conform's forms, and one that Conform would read and no screen sends. */
const intentName = '__intent__';
const stateName = '__state__';

/** What a button of Conform may ask for; those that change a list. */
const intentTypes = new Set(['validate', 'reset', 'update', 'insert', 'remove', 'reorder']);
const listIntents = new Set(['insert', 'remove', 'reorder']);

/** A name as Conform reads it: names behind dots, and places in lists. */
const conformName = /^(?:[^.[\]]+|\[\d*\])(?:\.[^.[\]]+|\[\d*\])*$/;
const prototypes = /(?:^|\.)(?:__proto__|constructor)(?=[.[]|$)/;

const place = /\[(\d+)\]/g;

/** Checks, by counting separators, whether a form's body has more fields than any screen's. Reads no field. */
export function hasTooManyFields(body: Buffer, separator: '&' | '\r\n--'): boolean {
  let count = 1;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + 1)) {
    count += 1;
    if (count > maxFields) return true;
  }
  return false;
}

/**
 * Checks whether fields could come from a screen: by their number, by the length of their lists, and by what their button asks
 * for. Conform throws for what this refuses.
 */
export function isScreensForm(fields: Iterable<[name: string, value: unknown]>): boolean {
  const alike = new Map<string, number>();
  const lengths = new Map<string, number>();
  const steps = new Map<string, number>();
  let count = 0;
  let places = 0;

  /** Counts the places that the list at `prefix` needs for `index`. Returns false when it becomes too long. */
  function addPlace(prefix: string, index: number): boolean {
    if (index >= maxListed) return false;
    const before = lengths.get(prefix) ?? 0;
    const added = index + 1 - before;
    if (added <= 0) return true;
    lengths.set(prefix, index + 1);
    places += added;
    const [, step] = stepLists.exec(prefix) ?? [];
    if (step === undefined) return places <= maxPlaces;
    const ofKind = (steps.get(step) ?? 0) + added;
    steps.set(step, ofKind);
    return places <= maxPlaces && ofKind <= maxListed;
  }

  function isNameFit(name: string): boolean {
    if (name.length > maxNameLength || name.split(/[.[]/, maxDepth + 1).length > maxDepth) return false;
    for (const { index, 1: digits } of name.matchAll(place)) {
      if (!addPlace(name.slice(0, index), Number(digits))) return false;
    }
    return true;
  }

  let listed: string | undefined;
  for (const [name, value] of fields) {
    count += 1;
    const same = (alike.get(name) ?? 0) + 1;
    alike.set(name, same);
    if (count > maxFields || same > maxAlike || !isNameFit(name)) return false;
    if (name === stateName) return false;
    if (name !== intentName || value === '') continue;
    const intent = readIntent(value, isNameFit);
    if (!intent) return false;
    if (listIntents.has(intent.type)) listed = intent.name;
  }
  // A single field with the name of a list is no list.
  return listed === undefined || alike.get(listed) !== 1;
}

/** Reads a button's request; undefined unless Conform can read it and it names a place that a list may have. */
function readIntent(
  value: unknown,
  isNameFit: (name: string) => boolean,
): { type: string; name: string } | undefined {
  if (typeof value !== 'string' || value.length > maxIntentLength) return undefined;
  let intent: unknown;
  try {
    intent = JSON.parse(value);
  } catch {
    return undefined;
  }
  const { type, payload } = readObject(intent);
  if (typeof type !== 'string' || !intentTypes.has(type)) return undefined;
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { name = '', index, from, to } = readObject(payload);
  if (typeof name !== 'string' || !isNameFit(name)) return undefined;
  if (name === '' ? listIntents.has(type) : !conformName.test(name) || prototypes.test(name))
    return undefined;
  const indexes = [index, from, to].filter((each) => each !== undefined);
  const arePlaces = indexes.every((each) => isPlace(each) && isNameFit(`${name}[${each}]`));
  return arePlaces ? { type, name } : undefined;
}

function isPlace(index: unknown): index is number {
  return Number.isInteger(index) && Number(index) >= 0 && Number(index) < maxListed;
}

function readObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
