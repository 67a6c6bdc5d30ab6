// Finds the fields of a sent value that its schema does not have. Zod would drop them, and the sender of a misspelled field
// would believe that it was accepted.
import { formatCount } from '../texts/format-count';
import { listPropertyNames } from '../json/property-names';
import { findNearName } from './near-name';
import {
  describesContents,
  findMostItems,
  listElements,
  listField,
  listNames,
  listShapes,
  type ZodSchema,
  type Shape,
  toShapes,
  unwrap,
} from './schema-shapes';

interface UnknownField {
  /** Names and indexes that lead from the sent value to the field. */
  path: (string | number)[];
  message: string;
}

/** A sent value with the schemas of its place. A union is listed as all of its options. */
interface Place {
  path: (string | number)[];
  sent: unknown;
  taken: ZodSchema[];
  /** The schemas of a response at this place: what a response contained may be sent back, and is dropped. */
  answered: ZodSchema[];
}

/**
 * A list that is longer than this many times its bound is refused whole: reading each item would stop the server for seconds.
 */
const farTooLong = 10;

/** How many levels below a place are searched for a name that belongs deeper. */
const searchedLevels = 2;

/**
 * Lists the fields that neither `taken` nor any of `answered` has, each with the field that was meant or those that exist.
 * Ignores what a schema leaves open (records, `unknown`, `looseObject`) and an object that fits none of a union's options,
 * about which the schema itself says more. Also lists a list that is far too long, without its items. A generator, since a body
 * may hold more unknown fields than anyone wants to read.
 */
export function listUnknownFields(
  sent: unknown,
  taken: ZodSchema,
  answered: ZodSchema[] = [],
): Generator<UnknownField> {
  return search({ path: [], sent, taken: unwrap(taken), answered: answered.flatMap(unwrap) }, []);
}

function* search(place: Place, around: Place[]): Generator<UnknownField> {
  const { path, sent } = place;
  // A value without a schema may nest without end.
  if (place.taken.length === 0) return;
  if (Array.isArray(sent)) {
    const most = findMostItems(place.taken);
    if (sent.length > farTooLong * most) {
      yield { path, message: `Send ${formatCount(most)} entries or less` };
      return;
    }
    const taken = place.taken.flatMap(listElements);
    // A call's body may be a list of a million items of any kind.
    if (!describesContents(taken)) return;
    const answered = place.answered.flatMap(listElements);
    for (const [index, item] of sent.entries()) {
      yield* search({ path: [...path, index], sent: item, taken, answered }, around);
    }
  } else if (typeof sent === 'object' && sent !== null) {
    yield* searchObject(place, sent as Record<string, unknown>, around);
  }
}

function* searchObject(
  place: Place,
  sent: Record<string, unknown>,
  around: Place[],
): Generator<UnknownField> {
  const shapes = listShapes(place.taken, sent);
  if (!shapes) return;
  const answeredShapes = listShapes(place.answered, sent) ?? [];
  for (const name of listPropertyNames(sent)) {
    const value = sent[name];
    const path = [...place.path, name];
    const taken = listField(shapes, name);
    const answered = listField(answeredShapes, name);
    if (taken.length > 0) yield* search({ path, sent: value, taken, answered }, [place, ...around]);
    else if (answered.length === 0) {
      yield { path, message: describe(name, place, listNames(shapes), around) };
    }
  }
}

function describe(name: string, place: Place, names: string[], around: Place[]): string {
  const here = `the fields here are ${names.join(', ')}`;
  const elsewhere = findElsewhere(name, place, around);
  if (elsewhere !== undefined) return `There is no such field here, but at ${elsewhere}; ${here}`;
  const near = findNearName(name, names);
  return `There is no such field; ${near === undefined ? here : `the nearest is ${near}`}`;
}

/** Finds a field of exactly this name: around the object in which it stands, or a few levels below. */
function findElsewhere(name: string, place: Place, around: Place[]): string | undefined {
  const outer = around.find((each) => listField(toShapes(each.taken), name).length > 0);
  if (outer) return [...outer.path, name].join('.');
  const below = findBelow(name, toShapes(place.taken), searchedLevels);
  return below && [...place.path, ...below].join('.');
}

function findBelow(name: string, shapes: Shape[], levels: number): (string | number)[] | undefined {
  if (levels === 0) return undefined;
  const inner = shapes.flatMap(Object.entries<ZodSchema>).map(([field, schema]) => {
    const schemas = unwrap(schema);
    const items = schemas.flatMap(listElements);
    return items.length > 0
      ? { path: [field, 0], shapes: toShapes(items) }
      : { path: [field], shapes: toShapes(schemas) };
  });
  const found = inner.find((each) => listField(each.shapes, name).length > 0);
  if (found) return [...found.path, name];
  for (const each of inner) {
    const below = findBelow(name, each.shapes, levels - 1);
    if (below) return [...each.path, ...below];
  }
  return undefined;
}
