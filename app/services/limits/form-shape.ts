// Limits the field names of a form. A screen builds lists and objects from names such as `apiCalls[3].name`, so a short name
// can require a list of a thousand million places, and many names can cause more work than their bytes suggest.

/** Per form; the largest one, of an integration with everything it may have, has fewer. */
const maxFields = 20_000;
/** Per form of a guest, whose screens have a dozen fields at most. */
export const maxGuestFields = 500;
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

/** A value that has a `length` of its own which is no number: zod compares it all the same, and breaks off (`isUncomparable`). */
const lengthGroup = /(?:^|[.[])length[.[\]]/;

const place = /\[(\d+)\]/g;

/** Checks, by counting separators, whether a form's body has more fields than any screen's, or than `most`. Reads no field. */
export function hasTooManyFields(body: Buffer, separator: '&' | '\r\n--', most = maxFields): boolean {
  let count = 1;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + 1)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

/**
 * Checks whether fields could come from a screen: by their number, by the length of their lists, and by what their button asks
 * for. Conform or zod throws for what this refuses.
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
    if (lengthGroup.test(name)) return false;
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
    if (name === 'intent' && holdsLengthGroup(readUndo(value))) return false;
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
  const { type, payload } = readObject(parse(value));
  if (typeof type !== 'string' || !intentTypes.has(type)) return undefined;
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { name = '', index, from, to } = readObject(payload);
  if (typeof name !== 'string' || !isNameFit(name)) return undefined;
  if (name === '' ? listIntents.has(type) : !conformName.test(name) || prototypes.test(name))
    return undefined;
  const indexes = [index, from, to].filter((each) => each !== undefined);
  if (holdsLengthGroup(payload)) return undefined;
  const arePlaces = indexes.every((each) => isPlace(each) && isNameFit(`${name}[${each}]`));
  return arePlaces ? { type, name } : undefined;
}

/** Reads what the editor's button brings back; undefined for any other button. */
function readUndo(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('undo:') ? parse(value.slice(5)) : undefined;
}

/** Parses JSON; undefined for any other text. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Checks the whole value, without recursion: a button's JSON may be nested thousands of levels deep. */
function holdsLengthGroup(value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const each = left.pop();
    for (const [name, inner] of Object.entries(readObject(each))) {
      if (name === 'length' && typeof inner === 'object' && inner !== null) return true;
      left.push(inner);
    }
  }
  return false;
}

function isPlace(index: unknown): index is number {
  return Number.isInteger(index) && Number(index) >= 0 && Number(index) < maxListed;
}

function readObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
