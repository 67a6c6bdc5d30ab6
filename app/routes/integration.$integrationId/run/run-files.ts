// The files of a form that starts a run: those that were chosen now, and those of an earlier execution.
import { formatBytes } from '~/components/storage/byte-size';
import type { AppContext } from '~/context';
import { findTriggerData } from '~/db/executions/logs/saved-step';
import { type FileValue, isFile } from '~/engine/files/file-value';
import type { FormField } from '~/engine/triggers/form';
import { parseJsonInTurns } from '~/services/large-json';
import { fieldOfRun, type KeptFiles } from './run-form';

type Errors = Record<string, string[]>;

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
    return isFile(value) ? [[fieldOfRun(field), value]] : [];
  });
}

/** Finds the first file with which all files have more than `maxBytes` together, which is what a delivery may have. */
export function findOversized(files: ReadonlyMap<string, FileValue>, maxBytes: number): Errors {
  let bytes = 0;
  for (const [name, { size }] of files) {
    bytes += size;
    if (bytes > maxBytes) return { [name]: [tooLarge(maxBytes, files.size)] };
  }
  return {};
}

function tooLarge(maxBytes: number, count: number): string {
  const most = formatBytes(maxBytes);
  return count === 1 ? `The file may have at most ${most}` : `All files together may have at most ${most}`;
}

/** Adds to the errors that no browser shows a chosen file again. */
export function askForFilesAgain(errors: Errors, chosen: Iterable<string>): Errors {
  const asked = [...chosen].map((name) => [name, [...(errors[name] ?? []), chooseAgain]]);
  return { ...errors, ...Object.fromEntries(asked) };
}

const chooseAgain = 'Please choose the file again: browsers do not keep it';
