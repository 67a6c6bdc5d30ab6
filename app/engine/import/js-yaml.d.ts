/** What the product uses of it. */
declare module 'js-yaml' {
  export interface Schema {
    /** The tags it knows. */
    readonly compiledTypeMap: unknown;
    /** The schema with more types; one of a tag that it knows takes the place of that. */
    extend(more: { implicit: Type[] }): Schema;
  }

  /** What becomes of the text of a scalar, if it is of this type. */
  export class Type {
    constructor(
      tag: string,
      options: {
        kind: 'scalar';
        resolve: (text: string | null) => boolean;
        construct: (text: string) => unknown;
      },
    );
    readonly tag: string;
    resolve(text: string | null): boolean;
    construct(text: string): unknown;
  }

  export const types: { int: Type; float: Type };

  /** YAML 1.2's core schema: no dates, no code. */
  export const CORE_SCHEMA: Schema;

  export class YAMLException extends Error {
    reason: string;
    /** Where it happened; lines from 0. */
    mark?: { line: number };
  }

  /** The value of one document. Throws YAMLException. */
  export function load(text: string, options?: { schema?: Schema }): unknown;
}
