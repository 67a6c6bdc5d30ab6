// Says what an integration of a file names that has to exist where it is imported: connections, values, and the integration
// whose end starts it.
import type { Definition } from '../integration';
import { nameValue } from '../placeholders/reference-pattern';
import { listDefinitionValues } from '../values/value-references';

/** What exists, by its name, in the organization that a file is imported to. */
export interface NamesHere {
  hasConnection(name: string): boolean;
  hasValue(name: string): boolean;
  /** Whether exactly one integration has the name. */
  hasSource(name: string): boolean;
}

/**
 * Returns the note about a call that signs in with a connection; undefined when the connection is here. Without `here`, nobody
 * has looked yet.
 */
export function describeConnection(
  { connectionId: name }: { connectionId: string },
  here: NamesHere | undefined,
): string | undefined {
  if (!name) return 'The connection it used is not part of the file. Choose its authentication.';
  if (!here) {
    return `It uses the connection “${name}”. If you have none of that name, choose its authentication afterwards.`;
  }
  return here.hasConnection(name)
    ? undefined
    : `It used the connection “${name}”, and comes without authentication: choose one.`;
}

/** Returns the note about the values that an integration uses; undefined when all are here. `here`: as above. */
export function describeValues(definition: Definition, here: NamesHere | undefined): string | undefined {
  const used = listDefinitionValues(definition).filter((name) => !here?.hasValue(name));
  if (used.length === 0) return undefined;
  const written = used.map((value) => `{{${nameValue(value)}}}`).join(', ');
  return here
    ? `It uses values that the organization does not have: ${written}. Enter them in its settings.`
    : `It uses values of its organization: ${written}. Those that yours does not have are not part of the file: enter them in its settings.`;
}

/** Returns the note about the integration whose end starts this one; undefined when it is here. `here`: as above. */
export function describeSource(name: string | undefined, here: NamesHere | undefined): string | undefined {
  if (name === undefined || name === '') {
    return 'The integration whose end started this one is not part of the file. Choose a trigger.';
  }
  if (!here) {
    return `The end of “${name}” starts it. If there is no such integration, or several, choose a trigger.`;
  }
  return here.hasSource(name)
    ? undefined
    : `The end of “${name}” started it, and there is no such integration, or several: choose a trigger.`;
}
