/** The part of js-yaml that the product uses. */
declare module 'js-yaml' {
  export interface Schema {
    /** The types of the schema, by tag. */
    readonly compiledTypeMap: unknown;
    /** Returns the schema with more types; a type replaces the one of the same tag. */
    extend(more: { implicit: Type[] }): Schema;
  }

  /** Converts the text of a scalar, if it is of this type. */
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
    constructor(reason: string);
    reason: string;
    /** The place of the error; lines are counted from 0. */
    mark?: { line: number };
  }

  /** Parses one document. Throws YAMLException. Calls `listener` when a node begins, and when it is read as `result`. */
  export function load(
    text: string,
    options?: {
      schema?: Schema;
      listener?: (event: 'open' | 'close', reading: { result: unknown }) => void;
    },
  ): unknown;
}
