// What a schema takes at one place: the objects that may stand there, and the fields that these have.
import { z } from 'zod';

export type Schema = z.core.$ZodType;
export type Shape = Record<string, Schema>;

/** The shapes that an object may have at its place; undefined when it may hold any names or has none of them. */
export function listShapes(schemas: Schema[], sent: Record<string, unknown>): Shape[] | undefined {
  if (schemas.some(isOpen)) return undefined;
  const shapes = toShapes(schemas).filter((shape) => fits(shape, sent));
  return shapes.length > 0 ? shapes : undefined;
}

export function toShapes(schemas: Schema[]): Shape[] {
  return schemas.flatMap((schema) => (schema instanceof z.ZodObject ? [schema.shape as Shape] : []));
}

/** Whether all that the object says of its kind is what the shape says. */
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

export function listField(shapes: Shape[], name: string): Schema[] {
  return shapes.flatMap((shape) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return field ? unwrap(field) : [];
  });
}

export function listElements(schema: Schema): Schema[] {
  return schema instanceof z.ZodArray ? unwrap(schema.element) : [];
}

/** Whether any names may stand in an object of it. */
function isOpen(schema: Schema): boolean {
  if (schema instanceof z.ZodObject) return schema.def.catchall !== undefined;
  return (
    schema instanceof z.ZodRecord ||
    schema instanceof z.ZodUnknown ||
    schema instanceof z.ZodAny ||
    schema instanceof z.ZodTransform
  );
}

/** What a schema reads, without what is said around it; of a union each of its options. */
export function unwrap(schema: Schema): Schema[] {
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
