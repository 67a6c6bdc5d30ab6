// Another APP_KEY for everything that is sealed: all of it in one transaction, so that a death at any moment leaves
// either the former key or the new one for everything.
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
  updateSealedStep,
  updateSealedToken,
  updateSealedValue,
  updateSealedVerifier,
} from '~/db/core/sealed-values';
import { placeOfChannel } from '../alerts/stored-channel';
import { placeOfConnection, placeOfVerifier } from '../connections/connection-secrets';
import { placeOfAnswer } from '../delivery-answer';
import { isRightKey, opensKeyCheck, sealKeyCheck } from '../installation/key-check';
import { resealDefinition, sealPlainSecrets } from '../integrations/definition-secrets';
import { placeOfFormer } from '../integrations/former-secret';
import { placeOfEmail } from '../mail';
import { placeOfSaved } from '../runs/event-recording';
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
  if (!(await isRightKey(db, keys.former))) return { kind: 'wrong-key' };
  await db.transaction(async (tx) => {
    await resealAll(tx, keys);
    await sealKeyCheck(tx, keys.next);
    await insertAuditForAll(tx, { kind: 'app-key-rotated', now });
  });
  return { kind: 'rotated' };
}

async function resealAll(tx: Queries, keys: Keys): Promise<void> {
  const reseal = (sealed: string, place: string): string => {
    const text = open(keys.former, sealed, place);
    return text === undefined ? sealed : seal(keys.next, text, place);
  };
  for await (const row of eachSealedDefinition(tx)) {
    const { integrationId } = row;
    const resealed = resealDefinition(integrationId, row.definition, reseal);
    await updateSealedDefinition(tx, {
      ...row,
      definition: sealPlainSecrets(keys.next, integrationId, resealed),
    });
  }
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
  for await (const { id, text, html } of eachSealedEmail(tx)) {
    const place = placeOfEmail(id);
    await updateSealedEmail(tx, { id, text: reseal(text, place), html: reseal(html, place) });
  }
  for await (const row of eachSealedStep(tx)) {
    await updateSealedStep(tx, { ...row, saved: reseal(row.saved, placeOfSaved(row.executionId, row.step)) });
  }
  for await (const { executionId, integrationId, answer } of eachSealedAnswer(tx)) {
    await updateSealedAnswer(tx, { executionId, answer: reseal(answer, placeOfAnswer(integrationId)) });
  }
}
