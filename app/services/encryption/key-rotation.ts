// Seals everything again with another APP_KEY: all of it in one transaction, so that after a death at any moment everything has
// either the former key or the new one.
import { associatedDataOfAppKey } from '~/auth/second-factor/authenticator-app';
import { open, seal } from '~/auth/secret-box';
import { insertAuditEntryForAll } from '~/db/organizations/audit-entries';
import { readInstallation } from '~/db/core/installation';
import type { Database } from '~/db/core/open';
import type { Queries } from '~/db/core/queries';
import { eachSealedRow, type SealedColumns, sealedColumns, updateSealedRow } from '~/db/core/sealed-columns';
import { eachSealedDefinition, updateSealedDefinition } from '~/db/integrations/sealed-definitions';
import { associatedDataOfChannel } from '../alerts/stored-channel';
import { associatedDataOfConnection, associatedDataOfVerifier } from '../connections/connection-secrets';
import { associatedDataOfWaitAnswer } from '../answers/wait-answers';
import { associatedDataOfAnswer } from '../delivery-answer';
import { associatedDataOfFile } from '../files/sealed-parts';
import { isRightKey, opensKeyCheck, sealKeyCheck } from '../installation/key-check';
import { resealDefinition, sealPlainSecrets } from '../integrations/definition-secrets';
import { associatedDataOfFormer } from '../secrets/secrets-outside-definition';
import { associatedDataOfEmail } from '../mail';
import { associatedDataOfRead, associatedDataOfRemembered } from '../memory/sealed-memory';
import { associatedDataOfRecording } from '../recorded-tests/recording';
import { associatedDataOfCallResponse, associatedDataOfRecord } from '../stores/sealed-record';
import { associatedDataOfSaved } from '../runs/saved-variables';
import { associatedDataOfValue } from '../values/stored-value';

type RotationOutcome =
  | { kind: 'rotated' }
  /** The file has the new key already: an earlier rotation was complete after all. */
  | { kind: 'done-before' }
  /** The former key does not open this file. */
  | { kind: 'wrong-key' };

interface Keys {
  former: Buffer;
  next: Buffer;
}

/** Seals everything again. Texts that the former key does not open, because another key sealed them, stay as they are. */
export async function rotateAppKey(db: Database, keys: Keys, now: number): Promise<RotationOutcome> {
  const { keyCheck } = await readInstallation(db);
  if (keyCheck !== null && opensKeyCheck(keyCheck, keys.next)) return { kind: 'done-before' };
  if (!(await isRightKey(db, { appKey: keys.former }))) return { kind: 'wrong-key' };
  await db.transaction(async (tx) => {
    await resealChangeable(tx, keys);
    for await (const { write } of listKept(tx, keys)) await write(tx);
    await sealKeyCheck(tx, keys.next);
    await insertAuditEntryForAll(tx, { kind: 'app-key-rotated', now });
  });
  return { kind: 'rotated' };
}

/**
 * Does the same while servers run that open with both keys and seal with `next`. Texts that may change are sealed again in one
 * transaction, texts that are written once in small ones, so that nobody waits long.
 */
export async function resealWhileRunning(db: Database, keys: Keys, now: number): Promise<RotationOutcome> {
  const { keyCheck } = await readInstallation(db);
  const isDone = keyCheck !== null && opensKeyCheck(keyCheck, keys.next);
  if (!isDone && !(await isRightKey(db, { appKey: keys.former }))) return { kind: 'wrong-key' };
  await db.transaction((tx) => resealChangeable(tx, keys));
  let batch: Write[] = [];
  let length = 0;
  const flush = async () => {
    const writes = batch;
    [batch, length] = [[], 0];
    await db.transaction(async (tx) => {
      for (const { write } of writes) await write(tx);
    });
  };
  for await (const write of listKept(db, keys)) {
    batch.push(write);
    length += write.length;
    if (batch.length === batchSize || length >= batchLength) await flush();
  }
  await flush();
  if (isDone) return { kind: 'done-before' };
  await db.transaction(async (tx) => {
    await sealKeyCheck(tx, keys.next);
    await insertAuditEntryForAll(tx, { kind: 'app-key-rotated', now });
  });
  return { kind: 'rotated' };
}

/** The most texts of one transaction, and the characters at which it ends before. */
const batchSize = 200;
const batchLength = 1024 * 1024;

interface Write {
  write: (tx: Queries) => Promise<void>;
  /** The characters of the new texts. */
  length: number;
}

/** A set of columns, and the associated data of their texts. */
type Sealed = [columns: SealedColumns, associatedDataOf: (...bound: string[]) => string];

/** Texts that people, providers and runs change. */
const changeable: Sealed[] = [
  [sealedColumns.formerSecrets, associatedDataOfFormer],
  [sealedColumns.connections, associatedDataOfConnection],
  [sealedColumns.tokens, associatedDataOfConnection],
  [sealedColumns.verifiers, associatedDataOfVerifier],
  [sealedColumns.values, associatedDataOfValue],
  [sealedColumns.channels, associatedDataOfChannel],
  [sealedColumns.remembered, associatedDataOfRemembered],
  [sealedColumns.twoFactors, associatedDataOfAppKey],
];

/**
 * Texts that are written once, and those of which there may be hundreds of megabytes: recordings and records, which may change. A
 * server that changes one of them meanwhile seals it with the next key.
 */
const kept: Sealed[] = [
  [sealedColumns.emails, associatedDataOfEmail],
  [sealedColumns.files, associatedDataOfFile],
  [sealedColumns.steps, (executionId, step) => associatedDataOfSaved(executionId, Number(step))],
  [sealedColumns.answers, associatedDataOfAnswer],
  [sealedColumns.waitAnswers, (executionId, callId) => associatedDataOfWaitAnswer({ executionId, callId })],
  [sealedColumns.executionMemory, associatedDataOfRead],
  [sealedColumns.recordings, associatedDataOfRecording],
  [sealedColumns.records, associatedDataOfRecord],
  [sealedColumns.recordResponses, associatedDataOfCallResponse],
];

function createReseal(keys: Keys) {
  return (sealed: string, associatedData: string): string => {
    const text = open(keys.former, sealed, associatedData);
    return text === undefined ? sealed : seal(keys.next, text, associatedData);
  };
}

async function resealChangeable(tx: Queries, keys: Keys): Promise<void> {
  for await (const { write } of listSealed(tx, changeable, keys)) await write(tx);
}

/** Yields the writes that replace definitions and other texts which are written once. */
async function* listKept(db: Queries, keys: Keys): AsyncGenerator<Write> {
  const reseal = createReseal(keys);
  for await (const row of eachSealedDefinition(db)) {
    const { integrationId } = row;
    const resealed = resealDefinition(integrationId, row.definition, reseal);
    const definition = sealPlainSecrets(keys.next, integrationId, resealed);
    yield { write: (tx) => updateSealedDefinition(tx, { ...row, definition }), length: definition.length };
  }
  yield* listSealed(db, kept, keys);
}

async function* listSealed(db: Queries, sealed: Sealed[], keys: Keys): AsyncGenerator<Write> {
  const reseal = createReseal(keys);
  for (const [columns, associatedDataOf] of sealed) {
    for await (const row of eachSealedRow(db, columns)) {
      const associatedData = associatedDataOf(...row.bound);
      const texts = row.texts.map((text) => text && reseal(text, associatedData));
      const length = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
      yield { write: (tx) => updateSealedRow(tx, columns, row, texts), length };
    }
  }
}
