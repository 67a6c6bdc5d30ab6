/** What the product uses of it. */
declare module 'js-yaml' {
  export interface Schema {
    /** The tags it knows. */
    readonly compiledTypeMap: unknown;
  }

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
