// The files of an earlier execution, which a form sends again where no others are chosen.
import type { AppContext } from '~/context';
import { findTriggerData } from '~/db/executions/logs/saved-step';
import { type FileValue, isFile } from '~/engine/files/file-value';
import { formatBytes } from '~/engine/texts/format-bytes';
import type { FormField } from '~/engine/triggers/form';
import { nameControl } from '~/engine/triggers/form-control';
import { parseJsonInTurns } from '~/services/large-json';
import type { KeptFiles } from './run-form';

/** Returns the files that an execution of the integration was started with, by the names of the controls. */
export async function findFormerFiles(
  app: AppContext,
  owner: { integrationId: string; organizationId: string },
  executionId: string,
  fields: readonly FormField[],
): Promise<Map<string, FileValue>> {
  const stored = (await findTriggerData(app.db, owner, executionId))?.triggerData;
  return new Map(listFiles(fields, stored ? await parseJsonInTurns(stored) : null));
}

/** Describes the files of an execution's trigger data; null when it has none. */
export function describeFormerFiles(
  fields: readonly FormField[],
  data: unknown,
  executionId: string,
): KeptFiles | null {
  const shown = listFiles(fields, data).map(([name, { filename, size }]) => [
    name,
    `${filename} (${formatBytes(size)})`,
  ]);
  return shown.length === 0 ? null : { executionId, shown: Object.fromEntries(shown) };
}

function listFiles(fields: readonly FormField[], data: unknown): [control: string, file: FileValue][] {
  const given = new Map(typeof data === 'object' && data !== null ? Object.entries(data) : []);
  return fields.flatMap((field): [string, FileValue][] => {
    const value: unknown = field.type === 'file' ? given.get(field.name) : undefined;
    return isFile(value) ? [[nameControl(field), value]] : [];
  });
}
