// Another APP_KEY for everything that is sealed: all of it in one transaction, so that a death at any moment leaves
// either the former key or the new one for everything.
import { placeOfAppKey } from '~/auth/second-factor/authenticator-app';
import { open, seal } from '~/auth/secret-box';
import { insertAuditForAll } from '~/db/organizations/audit';
import { readInstallation } from '~/db/core/installation';
import type { Database } from '~/db/core/open';
import type { Queries } from '~/db/core/queries';
import {
  eachSealedAnswer,
  eachSealedChannel,
  eachSealedConnection,
  eachSealedDefinition,
  eachSealedEmail,
  eachSealedFormerSecret,
  eachSealedRecording,
  eachSealedStep,
  eachSealedToken,
  eachSealedValue,
  eachSealedVerifier,
  updateSealedAnswer,
  updateSealedChannel,
  updateSealedConnection,
  updateSealedDefinition,
  updateSealedEmail,
  updateSealedFormerSecret,
  updateSealedRecording,
  updateSealedStep,
  updateSealedToken,
  updateSealedValue,
  updateSealedVerifier,
} from '~/db/core/sealed-values';
import {
  eachSealedExecutionMemory,
  eachSealedRemembered,
  updateSealedExecutionMemory,
  updateSealedRemembered,
} from '~/db/memory/sealed-memory';
import { listSealedTwoFactors, updateSealedTwoFactor } from '~/db/accounts/two-factor';
import { placeOfChannel } from '../alerts/stored-channel';
import { placeOfConnection, placeOfVerifier } from '../connections/connection-secrets';
import { eachSealedWaitAnswer, updateSealedWaitAnswer } from '~/db/executions/queue/wait-answers';
import { placeOfWaitAnswer } from '../answers/wait-answers';
import { placeOfAnswer } from '../delivery-answer';
import { isRightKey, opensKeyCheck, sealKeyCheck } from '../installation/key-check';
import { resealDefinition, sealPlainSecrets } from '../integrations/definition-secrets';
import { placeOfFormer } from '../integrations/former-secret';
import { placeOfEmail } from '../mail';
import { placeOfRead, placeOfRemembered } from '../memory/sealed-memory';
import { placeOfRecording } from '../recorded-tests/recording';
import { placeOfSaved } from '../runs/saved-variables';
import { placeOfValue } from '../values/stored-value';

export type RotationOutcome =
  | { kind: 'rotated' }
  /** The new key is the file's already: an earlier rotation was not interrupted after all. */
  | { kind: 'done-before' }
  /** The former key does not open this file. */
  | { kind: 'wrong-key' };

export interface Keys {
  former: Buffer;
  next: Buffer;
}

/** Seals everything anew. What the former key does not open, because it was sealed with another one, stays as it is. */
export async function rotateAppKey(db: Database, keys: Keys, now: number): Promise<RotationOutcome> {
  const { keyCheck } = await readInstallation(db);
  if (keyCheck !== null && opensKeyCheck(keyCheck, keys.next)) return { kind: 'done-before' };
  if (!(await isRightKey(db, { appKey: keys.former }))) return { kind: 'wrong-key' };
  await db.transaction(async (tx) => {
    await resealChangeable(tx, keys);
    for await (const write of listKept(tx, keys)) await write(tx);
    await sealKeyCheck(tx, keys.next);
    await insertAuditForAll(tx, { kind: 'app-key-rotated', now });
  });
  return { kind: 'rotated' };
}

/**
 * The same while servers run that open with both keys and seal with `next`. What is changed now and then is sealed anew in one
 * transaction, what is written once in small ones, so that nobody waits long.
 */
export async function resealWhileRunning(db: Database, keys: Keys, now: number): Promise<RotationOutcome> {
  const { keyCheck } = await readInstallation(db);
  const isDone = keyCheck !== null && opensKeyCheck(keyCheck, keys.next);
  if (!isDone && !(await isRightKey(db, { appKey: keys.former }))) return { kind: 'wrong-key' };
  await db.transaction((tx) => resealChangeable(tx, keys));
  let batch: Write[] = [];
  const flush = async () => {
    const writes = batch;
    batch = [];
    await db.transaction(async (tx) => {
      for (const write of writes) await write(tx);
    });
  };
  for await (const write of listKept(db, keys)) {
    batch.push(write);
    if (batch.length === batchSize) await flush();
  }
  await flush();
  if (isDone) return { kind: 'done-before' };
  await db.transaction(async (tx) => {
    await sealKeyCheck(tx, keys.next);
    await insertAuditForAll(tx, { kind: 'app-key-rotated', now });
  });
  return { kind: 'rotated' };
}

const batchSize = 200;

type Write = (tx: Queries) => Promise<void>;

function createReseal(keys: Keys) {
  return (sealed: string, place: string): string => {
    const text = open(keys.former, sealed, place);
    return text === undefined ? sealed : seal(keys.next, text, place);
  };
}

/** What people, providers and runs change. */
async function resealChangeable(tx: Queries, keys: Keys): Promise<void> {
  const reseal = createReseal(keys);
  for await (const { id, sealed } of eachSealedFormerSecret(tx)) {
    await updateSealedFormerSecret(tx, { id, sealed: reseal(sealed, placeOfFormer(id)) });
  }
  for await (const { id, secrets } of eachSealedConnection(tx)) {
    await updateSealedConnection(tx, { id, secrets: reseal(secrets, placeOfConnection(id)) });
  }
  for await (const { id, access, refresh } of eachSealedToken(tx)) {
    const place = placeOfConnection(id);
    await updateSealedToken(tx, {
      id,
      access: access && reseal(access, place),
      refresh: refresh && reseal(refresh, place),
    });
  }
  for await (const { hash, verifier } of eachSealedVerifier(tx)) {
    await updateSealedVerifier(tx, { hash, verifier: reseal(verifier, placeOfVerifier(hash)) });
  }
  for await (const { id, value } of eachSealedValue(tx)) {
    await updateSealedValue(tx, { id, value: reseal(value, placeOfValue(id)) });
  }
  for await (const { id, target } of eachSealedChannel(tx)) {
    await updateSealedChannel(tx, { id, target: reseal(target, placeOfChannel(id)) });
  }
  for await (const row of eachSealedRemembered(tx)) {
    const value = reseal(row.value, placeOfRemembered(row.integrationId, row.name));
    await updateSealedRemembered(tx, { ...row, value });
  }
  for (const { userId, secret } of await listSealedTwoFactors(tx)) {
    await updateSealedTwoFactor(tx, { userId, secret: reseal(secret, placeOfAppKey(userId)) });
  }
}

/** What is written once, but for recordings: what to write in its place. */
async function* listKept(db: Queries, keys: Keys): AsyncGenerator<Write> {
  const reseal = createReseal(keys);
  for await (const row of eachSealedDefinition(db)) {
    const { integrationId } = row;
    const resealed = resealDefinition(integrationId, row.definition, reseal);
    const definition = sealPlainSecrets(keys.next, integrationId, resealed);
    yield (tx) => updateSealedDefinition(tx, { ...row, definition });
  }
  for await (const { id, text, html } of eachSealedEmail(db)) {
    const place = placeOfEmail(id);
    yield (tx) => updateSealedEmail(tx, { id, text: reseal(text, place), html: reseal(html, place) });
  }
  for await (const row of eachSealedStep(db)) {
    const saved = reseal(row.saved, placeOfSaved(row.executionId, row.step));
    yield (tx) => updateSealedStep(tx, { ...row, saved });
  }
  for await (const { executionId, integrationId, answer } of eachSealedAnswer(db)) {
    const resealed = reseal(answer, placeOfAnswer(integrationId));
    yield (tx) => updateSealedAnswer(tx, { executionId, answer: resealed });
  }
  for await (const row of eachSealedWaitAnswer(db)) {
    const answer = reseal(row.answer, placeOfWaitAnswer(row));
    yield (tx) => updateSealedWaitAnswer(tx, { ...row, answer });
  }
  for await (const row of eachSealedExecutionMemory(db)) {
    const content = reseal(row.content, placeOfRead(row.executionId, row.loopId));
    yield (tx) => updateSealedExecutionMemory(tx, { ...row, content });
  }
  for await (const row of eachSealedRecording(db)) {
    const resealed = reseal(row.recording, placeOfRecording(row.id));
    yield (tx) => updateSealedRecording(tx, row, resealed);
  }
}
