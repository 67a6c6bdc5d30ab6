// What a schema accepts at one place: the objects that may stand there, and the fields that they have.
import { z } from 'zod';

export type ZodSchema = z.core.$ZodType;
export type Shape = Record<string, ZodSchema>;

/** Lists the shapes that an object may have at its place; undefined when it may hold any names or fits none of them. */
export function listShapes(schemas: ZodSchema[], sent: Record<string, unknown>): Shape[] | undefined {
  if (schemas.some(isOpen)) return undefined;
  const shapes = toShapes(schemas).filter((shape) => fits(shape, sent));
  return shapes.length > 0 ? shapes : undefined;
}

export function toShapes(schemas: ZodSchema[]): Shape[] {
  return schemas.flatMap((schema) => (schema instanceof z.ZodObject ? [schema.shape as Shape] : []));
}

/** Checks whether the literal fields of the object have the values that the shape requires. */
function fits(shape: Shape, sent: Record<string, unknown>): boolean {
  return Object.entries(shape).every(
    ([name, schema]) =>
      !(schema instanceof z.ZodLiteral) ||
      !Object.hasOwn(sent, name) ||
      schema.values.has(sent[name] as string),
  );
}

export function listNames(shapes: Shape[]): string[] {
  return [...new Set(shapes.flatMap(Object.keys))];
}

export function listField(shapes: Shape[], name: string): ZodSchema[] {
  return shapes.flatMap((shape) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return field ? unwrap(field) : [];
  });
}

export function listElements(schema: ZodSchema): ZodSchema[] {
  return schema instanceof z.ZodArray ? unwrap(schema.element) : [];
}

/**
 * Checks whether any of the schemas names what may be in a value: as a list with its items, or as an object with its fields.
 */
export function describesContents(schemas: ZodSchema[]): boolean {
  return schemas.some((schema) => schema instanceof z.ZodArray || schema instanceof z.ZodObject);
}

/** Returns the most items that a list of any of the schemas may have; Infinity when one sets no bound or none is a list. */
export function findMostItems(schemas: ZodSchema[]): number {
  const lists = schemas.filter((schema) => schema instanceof z.ZodArray);
  // oxlint-disable-next-line no-underscore-dangle -- only this member of zod holds the bounds of a schema.
  return lists.length === 0 ? Infinity : Math.max(...lists.map(({ _zod: { bag } }) => toBound(bag.maximum)));
}

function toBound(maximum: unknown): number {
  return typeof maximum === 'number' ? maximum : Infinity;
}

/** Checks whether a schema accepts objects with any names. */
function isOpen(schema: ZodSchema): boolean {
  if (schema instanceof z.ZodObject) return schema.def.catchall !== undefined;
  return (
    schema instanceof z.ZodRecord ||
    schema instanceof z.ZodUnknown ||
    schema instanceof z.ZodAny ||
    schema instanceof z.ZodTransform
  );
}

/** Returns the schemas that read the value itself, without wrappers; a union becomes its options. */
export function unwrap(schema: ZodSchema): ZodSchema[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(unwrap);
  if (schema instanceof z.ZodPipe) return unwrap(schema.in);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodNonOptional
  ) {
    return unwrap(schema.def.innerType);
  }
  if (schema instanceof z.ZodLazy) return unwrap(schema.def.getter());
  return [schema];
}
