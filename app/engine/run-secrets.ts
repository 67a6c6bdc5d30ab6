// What must never stand in a log of a run: it is masked by value, and grows with what variables put into secret headers.
import type { Definition } from './integration';
import { createRedact, type Redact } from './redaction';
import { isSecretHeader, readCredentials } from './request';

export interface RunSecrets {
  /** Masks every secret known so far. */
  redact: Redact;
  add(values: string[]): void;
}

export function createRunSecrets(definition: Definition): RunSecrets {
  const secrets = new Set(listSecrets(definition));
  let redact = createRedact([...secrets]);
  return {
    redact: (text) => redact(text),
    add(values) {
      const before = secrets.size;
      for (const value of values) secrets.add(value);
      if (secrets.size > before) redact = createRedact([...secrets]);
    },
  };
}

/** Tokens, the webhook's secret, values of headers marked secret. */
function listSecrets({ triggerConfig: trigger, apiCalls }: Definition): string[] {
  const secrets = trigger.type === 'webhook' ? [trigger.webhook.secret] : [];
  for (const call of apiCalls) {
    if (call.authConfig.type === 'bearer') secrets.push(call.authConfig.token);
    for (const [name, value] of Object.entries(call.headers)) {
      if (isSecretHeader(call, name)) secrets.push(readCredentials(name, value));
    }
  }
  return secrets;
}
