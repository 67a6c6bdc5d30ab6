// Returns a file of a log to users who may read the log. A file with a secret that the log hides is not returned.
import type { AppContext } from '~/context';
import type { Owner } from '~/db/executions/logs/execution-logs';
import { findFileOfStep } from '~/db/executions/files/logged-files';
import { findSavedStep, findTriggerData } from '~/db/executions/logs/saved-step';
import { cleanName } from '~/engine/files/file-name';
import {
  type FileFacts,
  type FileValue,
  isFile,
  type LargeFile,
  readFileFacts,
} from '~/engine/files/file-value';
import type { Extraction } from '~/engine/logged';
import { readPath } from '~/engine/paths/path-walk';
import type { Problem } from '~/problem';
import { removedFile } from '../executions/removed-files';
import { findVersionSecrets } from '../executions/version-secrets';
import { parseJsonInTurns } from '../large-json';
import { searchForSecrets } from '../files/secret-search';
import { readParts } from '../files/stored-parts';
import { openSaved } from './saved-variables';

/** A value that a step saved under a name, or one that the trigger delivered at a path like `.upload`; `''` is all of it. */
type FilePlace = { step: number; name: string } | { path: string };

/** `value`: the file as the variable holds it. That of a large file has no bytes, which are read as `parts` are asked for. */
type FoundFile =
  | { kind: 'file'; name: string; bytes: Buffer; value: FileValue }
  | { kind: 'large-file'; name: string; value: LargeFile; parts: AsyncGenerator<Buffer, void> }
  | Problem;

/**
 * Problems: not-found, also when the place holds no file or its bytes were deleted to make room; conflict when the file holds a
 * secret, or when nobody can say.
 */
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
  if (found.kind !== 'value') return found;
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

interface FoundValue {
  kind: 'value';
  file: FileValue;
  version: number;
  isSecret: boolean;
}

async function findSaved(
  context: AppContext,
  owner: Owner,
  executionId: string,
  { step, name }: { step: number; name: string },
): Promise<FoundValue | FoundFile | undefined> {
  const row = await findSavedStep(context.db, owner, { executionId, step });
  if (!row) return undefined;
  const extractions = JSON.parse(row.extractions ?? '[]') as Extraction[];
  const said = extractions.find(({ variableName, type }) => variableName === name && type === 'file');
  // Only a file that the log lists: a value made from a file may hold a secret, too, and the log does not say so.
  const facts = said && readFileFacts(said);
  if (!facts) return undefined;
  const saved = row.saved === null ? [] : await openSaved(context, executionId, step, row.saved);
  const file = saved.find(([variable]) => variable === name)?.[1];
  if (isFile(file))
    return { kind: 'value', file, version: row.version, isSecret: said.message !== undefined };
  if (said.message !== undefined) return { kind: 'conflict', message: hidden };
  return await findLarge(context, { ...owner, executionId, step }, facts);
}

/** A file that was searched for secrets while it was saved. */
async function findLarge(
  context: AppContext,
  place: Owner & { executionId: string; step: number },
  { name, type: contentType, sha256 }: FileFacts,
): Promise<FoundFile | undefined> {
  const stored = await findFileOfStep(context.db, { ...place, sha256 });
  if (!stored) return undefined;
  if (stored.removedAt !== null) return { kind: 'not-found', message: `${removedFile}.` };
  if (stored.isSecret) return { kind: 'conflict', message: hidden };
  const { id: file, size } = stored;
  const value = { filename: name, contentType, size, sha256, file };
  return { kind: 'large-file', name, value, parts: readParts(context, stored) };
}

async function findDelivered(
  context: AppContext,
  owner: Owner,
  executionId: string,
  path: string,
): Promise<FoundValue | undefined> {
  const row = await findTriggerData(context.db, owner, executionId);
  if (!row?.triggerData) return undefined;
  const read = readPath(await parseJsonInTurns(row.triggerData), path);
  if (!read.found || !isFile(read.value)) return undefined;
  return { kind: 'value', file: read.value, version: row.version, isSecret: false };
}
