// Opens the large files of a request, which are read while it is sent.
import { createHash, createHmac } from 'node:crypto';
import type { AppContext } from '~/context';
import type { LargeFile } from '~/engine/files/file-value';
import { listLargeFiles } from '~/engine/request-bodies/upload';
import type { CallRequest } from '~/engine/run/request';
import { readEach, type StreamedBody } from '~/outbound/streamed-body';
import { findKeptFile, type KeptFile } from '../../files/read-file';
import { readParts } from '../../files/stored-parts';
import type { ReadableFile } from './write-upload';

type Context = Pick<AppContext, 'db' | 'config' | 'log'>;

/** The execution that sends. */
interface Sender {
  id: string;
  organization_id: string;
}

/** Finds a large file of an execution, if it is the one that the value describes. */
export async function findOwnFile(
  context: Context,
  { id: executionId, organization_id: organizationId }: Sender,
  { file: id, size, sha256 }: LargeFile,
): Promise<KeptFile | undefined> {
  const found = await findKeptFile(context, { id, organizationId, executionId });
  return found?.size === size && found.sha256 === sha256 ? found : undefined;
}

/** Returns the large files of a request by their ids; undefined when one of them is not there any more. */
export async function openLargeFiles(
  context: Context,
  sender: Sender,
  { upload }: CallRequest,
): Promise<Map<string, ReadableFile> | undefined> {
  const opened = new Map<string, ReadableFile>();
  for (const file of upload ? listLargeFiles(upload) : []) {
    const found = await findOwnFile(context, sender, file);
    if (!found) return undefined;
    opened.set(found.id, {
      size: found.size,
      read: () => readParts(context, found),
      // Nobody outside of this server knows it, nor can tell the key by it.
      secret: createHmac('sha256', found.key).update('boundary').digest('hex'),
    });
  }
  return opened;
}

/** Returns the hashes of a body by their names, in one reading; undefined when it cannot be read. */
export async function hashStreamed(
  body: StreamedBody,
  names: readonly string[],
): Promise<Map<string, Buffer> | undefined> {
  const hashes = names.map((name) => createHash(name));
  const isRead = await readEach(body, (part) => {
    for (const hash of hashes) hash.update(part);
  });
  if (!isRead) return undefined;
  return new Map(hashes.map((hash, index) => [names[index] ?? '', hash.digest()]));
}
