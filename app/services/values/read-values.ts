// Gives runs the organization's values. They are read for each call, so a changed value counts from the next call on.
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { findValuesByName } from '~/db/values/values';
import { parseJson } from '~/engine/json/json';
import type { RunPorts } from '~/engine/run/ports';
import { openValue } from './stored-value';

/** Creates the port. A secret that cannot be decrypted is left out; the call then ends with a message that names it. */
export function createValuePort(
  { config, db }: Pick<AppContext, 'config'> & { db: Queries },
  organizationId: string,
): Pick<RunPorts, 'readValues'> {
  return {
    async readValues(names) {
      const stored = await findValuesByName(db, organizationId, names);
      return stored.flatMap((row) => {
        const text = openValue(config, row);
        if (text === undefined) return [];
        const { name, isSecret, format } = row;
        const value = format === 'json' ? parseJson(text) : text;
        return [{ name, value, isSecret, allowedHosts: JSON.parse(row.allowedHosts) as string[] }];
      });
    },
  };
}
