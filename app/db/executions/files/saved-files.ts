// The large files that executions saved, of which each organization keeps a limited number of bytes. A file is written in parts
// while it arrives, and belongs to an execution from the record of its step on: see `file-uses.ts`.
import { compileQuery } from '../../core/compiled-query';
import type { Queries } from '../../core/queries';

interface NewFile {
  id: string;
  organizationId: string;
  executionId: string;
  /** Identifies the call among those of the execution. */
  callKey: string;
  sealedKey: string;
  /** The bytes that are reserved for it. */
  size: number;
  now: number;
}

const keptBytesQuery = compileQuery<{ organizationId: string }, { bytes: number }>((build, value) =>
  build
    .selectFrom('saved_files')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('size'), eb.lit(0)).as('bytes'))
    .where('organization_id', '=', value('organizationId'))
    .where('removed_at', 'is', null),
);

/** Returns how many bytes of large files an organization keeps, those included that are being downloaded. */
export async function measureKeptFiles(db: Queries, organizationId: string): Promise<number> {
  return (await db.first(keptBytesQuery({ organizationId })))?.bytes ?? 0;
}

/** Begins a file, unless its organization would keep more than `most` bytes. Returns whether there is room. */
export async function reserveFile(tx: Queries, file: NewFile, most: number): Promise<boolean> {
  if ((await measureKeptFiles(tx, file.organizationId)) + file.size > most) return false;
  await tx.run(
    tx.build.insertInto('saved_files').values({
      id: file.id,
      organization_id: file.organizationId,
      execution_id: file.executionId,
      call_key: file.callKey,
      sealed_key: file.sealedKey,
      size: file.size,
      sha256: null,
      created_at: file.now,
    }),
  );
  return true;
}

/** Reserves `more` bytes for a file, unless its organization would keep more than `most`. Returns whether there is room. */
export async function growFile(
  tx: Queries,
  { id, organizationId, more }: { id: string; organizationId: string; more: number },
  most: number,
): Promise<boolean> {
  if ((await measureKeptFiles(tx, organizationId)) + more > most) return false;
  await tx.run(
    tx.build
      .updateTable('saved_files')
      .set((eb) => ({ size: eb('size', '+', more) }))
      .where('id', '=', id)
      .where('organization_id', '=', organizationId),
  );
  return true;
}

const insertPartQuery = compileQuery<{ fileId: string; part: number; bytes: Buffer }>((build, value) =>
  build
    .insertInto('saved_file_parts')
    .columns(['file_id', 'part', 'bytes'])
    .expression((eb) =>
      eb
        .selectFrom('saved_files')
        .select((each) => ['id', each.val(value('part')).as('part'), each.val(value('bytes')).as('bytes')])
        .where('id', '=', value('fileId')),
    ),
);

/** Adds a sealed part to a file. Returns false when the file was deleted meanwhile. */
export async function insertPart(
  tx: Queries,
  part: { fileId: string; part: number; bytes: Buffer },
): Promise<boolean> {
  return (await tx.run(insertPartQuery(part))) > 0;
}

/** Completes a file, all parts of which are there. Returns false when it was deleted meanwhile. */
export async function completeFile(
  tx: Queries,
  { id, size, sha256, isSecret }: { id: string; size: number; sha256: string; isSecret: boolean },
): Promise<boolean> {
  return (
    (await tx.run(
      tx.build
        .updateTable('saved_files')
        .set({ size, sha256, is_secret: isSecret ? 1 : 0 })
        .where('id', '=', id),
    )) > 0
  );
}

/** A complete file. `removedAt`: when its bytes were given up to make room, in milliseconds since 1970. */
interface StoredFile {
  id: string;
  sealedKey: string;
  /** In bytes. */
  size: number;
  /** In hex. */
  sha256: string;
  removedAt: number | null;
}

const findQuery = compileQuery<{ id: string; organizationId: string; executionId: string }, StoredFile>(
  (build, value) =>
    build
      .selectFrom('saved_files')
      .select(['id', 'sealed_key as sealedKey', 'size', 'removed_at as removedAt'])
      .select((eb) => eb.ref('sha256').$notNull().as('sha256'))
      .where('id', '=', value('id'))
      .where('organization_id', '=', value('organizationId'))
      .where('sha256', 'is not', null)
      .where((eb) =>
        eb.or([
          eb('execution_id', '=', value('executionId')),
          eb.exists(
            eb
              .selectFrom('saved_file_uses')
              .select('step')
              .whereRef('file_id', '=', 'saved_files.id')
              .where('saved_file_uses.execution_id', '=', value('executionId')),
          ),
        ]),
      ),
);

/** Finds a file that this execution downloaded, or of which it has a copy from the execution that it replays. */
export async function findStoredFile(
  db: Queries,
  key: { id: string; organizationId: string; executionId: string },
): Promise<StoredFile | undefined> {
  return await db.first(findQuery(key));
}

const findPartQuery = compileQuery<{ fileId: string; part: number }, { bytes: Buffer }>((build, value) =>
  build
    .selectFrom('saved_file_parts')
    .select('bytes')
    .where('file_id', '=', value('fileId'))
    .where('part', '=', value('part')),
);

/** Returns a sealed part of a file that {@link findStoredFile} found, counted from 0; undefined when it was deleted meanwhile. */
export async function findPart(db: Queries, fileId: string, part: number): Promise<Buffer | undefined> {
  return (await db.first(findPartQuery({ fileId, part })))?.bytes;
}
