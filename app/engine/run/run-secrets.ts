// The secrets that the log of a run must never show. They are masked by value; variables in secret headers add to them.
import {
  type CredentialVariables,
  findCredentialVariables,
  listSavedSecrets,
} from '../computed/credential-variables';
import { listBasicSecrets } from '../definition/basic-auth';
import { isCredentialName, isSecretHeader } from '../secrets/credential-names';
import type { Definition } from '../integration';
import type { InParts } from '../json/json-parts';
import { createSecretMasker, type MaskSecrets, type SecretMasker } from '../secrets/mask-secrets';
import { listFilteredMasked } from '../values/filtered-secrets';
import type { ItemEnded } from '../events/event';
import type { CallEnding } from '../events/history';
import { withoutBytes } from '../files/file-value';
import { stringifyJson } from '../json/json';
import type { Variables } from '../placeholders/reference';
import { listValueTexts } from '../values/secret-texts';
import { type CallRequest, readCredentials } from './request';
import { replacePlaceholders } from '../placeholders/placeholder';

export interface RunSecrets {
  /** Masks every secret known so far. */
  maskSecrets: MaskSecrets;
  add(values: string[]): void;
  /** Adds credentials from response headers saved by calls, now or earlier, and values computed from them. */
  addSaved(saved: readonly (readonly [name: string, value: unknown])[] | undefined): void;
  /** Adds what the filters of texts that are about to be filled in make of secrets known so far; in parts. */
  addFiltered(texts: readonly string[], variables: Variables): InParts<void>;
  /** Copies the secrets known so far for one item of a list; later additions stay in the copy. */
  branch(): RunSecrets;
  /** Lists the secrets that were added to this copy. */
  listAdded(): string[];
  /** How many secrets it knows. */
  count(): number;
}

export function createRunSecrets(definition: Definition): RunSecrets {
  const { masker, ...written } = readWritten(definition);
  return holdSecrets({ ...written, masker: masker.copy() });
}

function holdSecrets(known: Known): RunSecrets {
  const secrets = new Set(known.secrets);
  const { credentials } = known;
  let { masker } = known;
  const added: string[] = [];
  function add(values: string[]): void {
    const more = [...new Set(values)].filter((value) => !secrets.has(value));
    if (more.length === 0) return;
    // One by one: a record may have more texts than a function takes arguments.
    for (const value of more) {
      secrets.add(value);
      added.push(value);
    }
    masker = masker.extend(more);
  }
  return {
    maskSecrets: (text, most) => masker.maskSecrets(text, most),
    add,
    addSaved: (saved = []) => add(listSavedSecrets(credentials, saved, (text) => masker.maskSecrets(text))),
    *addFiltered(texts, variables) {
      add(yield* listFilteredMasked(texts, variables, (text) => masker.maskSecrets(text)));
    },
    branch: () => holdSecrets({ secrets, masker, credentials }),
    listAdded: () => added,
    count: () => secrets.size,
  };
}

/** The secrets written in a definition, which are the same for all its runs. */
const known = new WeakMap<Definition, Known>();

interface Known {
  secrets: Iterable<string>;
  masker: SecretMasker;
  credentials: CredentialVariables;
}

function readWritten(definition: Definition): Known {
  let written = known.get(definition);
  if (!written) {
    const secrets = listSecrets(definition);
    const credentials = findCredentialVariables(definition);
    written = { secrets, masker: createSecretMasker(secrets), credentials };
    known.set(definition, written);
  }
  return written;
}

/** Lists the tokens, the passwords, the webhook's secret, and the values of secret headers. */
function listSecrets({ triggerConfig: trigger, apiCalls }: Definition): string[] {
  const secrets: string[] = [];
  if (trigger.type === 'webhook') {
    secrets.push(trigger.webhook.secret);
    for (const [name, value] of Object.entries(trigger.webhook.headers)) {
      if (isCredentialName(name)) secrets.push(readCredentials(name, value));
    }
  }
  for (const call of apiCalls) {
    if (call.authConfig.type === 'bearer')
      secrets.push(readCredentials('Authorization', call.authConfig.token));
    if (call.authConfig.type === 'basic') secrets.push(...listBasicSecrets(call.authConfig));
    for (const [name, value] of Object.entries(call.headers)) {
      if (isSecretHeader(call, name)) secrets.push(readCredentials(name, value));
    }
  }
  // When a secret consists only of placeholders, their values are secret, but the template is not.
  return secrets.filter((secret) => replacePlaceholders(secret, () => '').trim() !== '');
}

/** Marks a request whose body holds a secret of the run, so that a store never shows the record. */
export function markSecretBody(request: CallRequest, maskSecrets: MaskSecrets): void {
  if (maskSecrets(request.body) !== request.body) request.hasSecretBody = true;
}

/** Makes the secrets known that a call had brought before its run was interrupted: they are masked in the rest of the log, too. */
export function addEndedSecrets(secrets: RunSecrets, ending: CallEnding): void {
  if (!('saved' in ending)) return;
  secrets.addSaved(ending.saved);
  addRecorded(secrets, ending, ending.hasSecretResponse);
}

/**
 * Makes the secrets of an item known to its run when one is in the values that the item hands on, and the run did not know it
 * `before` the loop. Returns those that no other item had made known.
 */
export function passSecrets(
  item: RunSecrets,
  run: RunSecrets,
  before: RunSecrets,
  { saved }: Pick<ItemEnded, 'saved'>,
): string[] {
  // A run without secrets does not pay for its values.
  if (item.count() === before.count()) return [];
  const text = stringifyJson(saved.map(([, value]) => withoutBytes(value)));
  if (item.maskSecrets(text) === before.maskSecrets(text)) return [];
  const addedBefore = run.listAdded().length;
  run.add(item.listAdded());
  return run.listAdded().slice(addedBefore);
}

/** Makes the secrets known that an item had handed on before its run was interrupted. */
export function addHandedOn(
  run: RunSecrets,
  item: Pick<ItemEnded, 'saved' | 'secrets'> & { hasSecret?: true },
): void {
  addRecorded(run, item, item.hasSecret);
}

function addRecorded(
  run: RunSecrets,
  { saved, secrets = [] }: Pick<ItemEnded, 'saved' | 'secrets'>,
  isAllSecret: true | undefined,
): void {
  run.add(isAllSecret ? saved.flatMap(([, value]) => listValueTexts(value)) : secrets);
}
