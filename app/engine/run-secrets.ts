// What must never stand in a log of a run: it is masked by value, and grows with what variables put into secret headers.
import type { Definition } from './integration';
import { createRedact, type Redact } from './redaction';
import { isSecretHeader, readCredentials } from './request';
import { listTemplateVariables } from './template';

export interface RunSecrets {
  /** Masks every secret known so far. */
  redact: Redact;
  add(values: string[]): void;
}

export function createRunSecrets(definition: Definition): RunSecrets {
  const written = readWritten(definition);
  const secrets = new Set(written.secrets);
  let { redact } = written;
  return {
    redact: (text) => redact(text),
    add(values) {
      const before = secrets.size;
      for (const value of values) secrets.add(value);
      if (secrets.size > before) redact = createRedact([...secrets]);
    },
  };
}

/** What a definition itself holds is the same in each of its runs. */
const known = new WeakMap<Definition, { secrets: string[]; redact: Redact }>();

function readWritten(definition: Definition): { secrets: string[]; redact: Redact } {
  let written = known.get(definition);
  if (!written) {
    const secrets = listSecrets(definition);
    written = { secrets, redact: createRedact(secrets) };
    known.set(definition, written);
  }
  return written;
}

/** Tokens, the webhook's secret, values of headers marked secret. */
function listSecrets({ triggerConfig: trigger, apiCalls }: Definition): string[] {
  const secrets = trigger.type === 'webhook' ? [trigger.webhook.secret] : [];
  for (const call of apiCalls) {
    if (call.authConfig.type === 'bearer') add('Authorization', call.authConfig.token);
    for (const [name, value] of Object.entries(call.headers)) {
      if (isSecretHeader(call, name)) add(name, value);
    }
  }
  return secrets;

  /** What holds placeholders is secret as it is sent, while the log is to name the variables that it lacks. */
  function add(name: string, value: string): void {
    if (listTemplateVariables(value).length === 0) secrets.push(readCredentials(name, value));
  }
}
