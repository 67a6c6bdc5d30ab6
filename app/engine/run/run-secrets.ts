// What must never stand in a log of a run: it is masked by value, and grows with what variables put into secret headers.
import {
  type CredentialVariables,
  findCredentialVariables,
  listSavedSecrets,
} from '../computed/credential-variables';
import { listBasicSecrets } from '../definition/basic-auth';
import { isCredentialName, isSecretHeader } from '../secrets/credential-names';
import type { Definition } from '../integration';
import { createSecretMasker, type MaskSecrets, type SecretMasker } from '../secrets/mask-secrets';
import { readCredentials } from './request';
import { replacePlaceholders } from '../placeholders/placeholder';

export interface RunSecrets {
  /** Masks every secret known so far. */
  maskSecrets: MaskSecrets;
  add(values: string[]): void;
  /** Masks credentials of response headers among variables that were just saved, or were by a call of before, and what is made of them. */
  addSaved(saved: readonly (readonly [name: string, value: unknown])[] | undefined): void;
  /** Those known so far, for one item of a list: what is added to them is not added to these. */
  branch(): RunSecrets;
}

export function createRunSecrets(definition: Definition): RunSecrets {
  const { masker, ...written } = readWritten(definition);
  return holdSecrets({ ...written, masker: masker.copy() });
}

function holdSecrets(known: Known): RunSecrets {
  const secrets = new Set(known.secrets);
  const { credentials } = known;
  let { masker } = known;
  function add(values: string[]): void {
    const added = values.filter((value) => !secrets.has(value));
    if (added.length === 0) return;
    for (const value of added) secrets.add(value);
    masker = masker.extend(added);
  }
  return {
    maskSecrets: (text) => masker.maskSecrets(text),
    add,
    addSaved: (saved = []) => add(listSavedSecrets(credentials, saved, (text) => masker.maskSecrets(text))),
    branch: () => holdSecrets({ secrets, masker, credentials }),
  };
}

/** What a definition itself holds is the same in each of its runs. */
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

/** Tokens, passwords, the webhook's secret, values of secret headers. */
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
  // When a secret consists only of placeholders, the values are secret, and not the template.
  return secrets.filter((secret) => replacePlaceholders(secret, () => '').trim() !== '');
}
