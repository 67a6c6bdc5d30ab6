// Returns a file of a log to users who may read the log. A file with a secret that the log hides is not returned.
import type { AppContext } from '~/context';
import type { Owner } from '~/db/executions/logs/execution-logs';
import { findSavedStep, findTriggerData } from '~/db/executions/logs/saved-step';
import { cleanName } from '~/engine/files/file-name';
import { type FileValue, isFile } from '~/engine/files/file-value';
import type { Extraction } from '~/engine/logged';
import { readPath } from '~/engine/paths/path-walk';
import type { Problem } from '~/problem';
import { findVersionSecrets } from '../executions/version-secrets';
import { parseJsonInTurns } from '../large-json';
import { searchForSecrets } from '../files/secret-search';
import { openSaved } from './saved-variables';

/** A value that a step saved under a name, or one that the trigger delivered at a path like `.upload`; `''` is all of it. */
type FilePlace = { step: number; name: string } | { path: string };

/** `value`: the file as the variable holds it. */
type FoundFile = { kind: 'file'; name: string; bytes: Buffer; value: FileValue } | Problem;

/** Problems: not-found, also when the place holds no file; conflict when the file holds a secret, or when nobody can say. */
export async function findLogFile(
  context: AppContext,
  owner: Owner,
  executionId: string,
  place: FilePlace,
): Promise<FoundFile> {
  const found =
    'path' in place
      ? await findDelivered(context, owner, executionId, place.path)
      : await findSaved(context, owner, executionId, place);
  if (!found) return { kind: 'not-found' };
  const { file, version, isSecret } = found;
  const bytes = Buffer.from(file.base64, 'base64');
  if (isSecret) return { kind: 'conflict', message: hidden };
  const secrets = await findVersionSecrets(context, owner.integrationId, version);
  if (!secrets) {
    const message = `This file may hold a secret: version ${version} of the integration, which has the secrets that the log hides, cannot be read.`;
    return { kind: 'conflict', message };
  }
  if (await searchForSecrets(secrets)(bytes)) return { kind: 'conflict', message: hidden };
  // A delivery's file name is kept as it came; cleaning it prevents a user from storing the file in another folder.
  return { kind: 'file', name: cleanName(file.filename) || 'file', bytes, value: file };
}

const hidden = 'This file holds a secret, which the log hides.';

interface Found {
  file: FileValue;
  version: number;
  isSecret: boolean;
}

async function findSaved(
  context: AppContext,
  owner: Owner,
  executionId: string,
  { step, name }: { step: number; name: string },
): Promise<Found | undefined> {
  const row = await findSavedStep(context.db, owner, { executionId, step });
  if (!row?.saved) return undefined;
  const saved = await openSaved(context, executionId, step, row.saved);
  const file = saved.find(([variable]) => variable === name)?.[1];
  if (!isFile(file)) return undefined;
  const extractions = JSON.parse(row.extractions ?? '[]') as Extraction[];
  const said = extractions.find(({ variableName, type }) => variableName === name && type === 'file');
  // Only a file that the log lists: a value made from a file may hold a secret, too, and the log does not say so.
  return said && { file, version: row.version, isSecret: said.message !== undefined };
}

async function findDelivered(
  context: AppContext,
  owner: Owner,
  executionId: string,
  path: string,
): Promise<Found | undefined> {
  const row = await findTriggerData(context.db, owner, executionId);
  if (!row?.triggerData) return undefined;
  const read = readPath(await parseJsonInTurns(row.triggerData), path);
  if (!read.found || !isFile(read.value)) return undefined;
  return { file: read.value, version: row.version, isSecret: false };
}
