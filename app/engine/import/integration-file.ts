// An integration as a file, to keep or to take to another organization: without secrets, ids of other integrations or
// anything the server counts.
import { z } from 'zod';
import {
  IntegrationLimits,
  describeLimits,
  listChangedLimits,
  noLimits,
} from '../definition/execution-limits';
import { isUsernameSecret } from '../definition/basic-auth';
import { isCredentialName, isSecretHeader } from '../secrets/credential-names';
import { Definition, type WebhookTrigger } from '../integration';
import type { ApiCall, AuthConfig } from '../definition/api-call';
import { readCredentials } from '../run/request';
import type { ResponseHandlingStep } from '../definition/response-step';
import { holdsNamesAlone } from '../placeholders/placeholder';
import { nameValue } from '../placeholders/reference-pattern';
import { listDefinitionValues } from '../values/value-references';
import { listUnknownFields } from '../schema/unknown-fields';
import { replaceUrlCredentials } from '../secrets/url-credentials';
import { asNode } from './draft/document';
import type { Imported, ImportNote } from './draft/draft';
import { leaveCredentials } from './draft/left-credentials';
import { describeConnection, renameConnections } from './file-connections';

/**
 * Files of 1 know no conditions of which any is enough and no way out but to skip the next call; those of 2 no connections, and
 * nothing of who sends to a webhook, how its bodies are read and how it answers; those of 3 nothing of methods and addresses; those of 4 no repeated calls, no rules that
 * look at more than the status, no operators behind `is_not_empty`, and no filters in JSON paths; those of 5 no limits; those of 6 no loops; those of 7
 * no computed variables, nothing remembered, no waits, no files, and no retries that end at a call.
 */
const fileVersion = 8;

/** More notes of this kind would hide the others. */
const mostUnknownNoted = 20;

export const IntegrationFile = z.object({
  format: z.literal('wicked-integration'),
  version: z.literal([1, 2, 3, 4, 5, 6, 7, fileVersion]),
  /** Which version of the integration was exported. */
  exportedVersion: z.number().int().optional(),
  name: z.string(),
  description: z.string().nullish(),
  /** Nothing is said of them where they are left out. */
  tags: z.array(z.string()).optional(),
  definition: Definition,
  /** What is left out is no limit. */
  limits: IntegrationLimits.partial().optional(),
});
export type IntegrationFile = z.infer<typeof IntegrationFile>;

const placeholders: Record<string, string> = {
  'The bearer token': '{{token}}',
  'The user name': '{{username}}',
  'The password': '{{password}}',
};

export function isIntegrationFile(document: unknown): boolean {
  return asNode(document).format === 'wicked-integration';
}

/**
 * What is written to a file. Credentials are empty in it, except those that are only placeholders; a user and password
 * in a URL, with which no call can be sent, are not there at all.
 */
export function toIntegrationFile(integration: {
  name: string;
  description: string | null;
  /** None unless given. */
  tags?: string[];
  /** Its number. */
  version?: number;
  definition: Definition;
  /** None unless given. */
  limits?: IntegrationLimits;
  /** The names of the organization's connections, by id; of one that is not there, the file names nothing. */
  connections?: ReadonlyMap<string, string>;
}): IntegrationFile {
  const { name, description, tags = [], version, limits = noLimits, connections } = integration;
  const definition = renameConnections(integration.definition, (id) => connections?.get(id) ?? '');
  const { triggerConfig } = definition;
  return {
    format: 'wicked-integration',
    version: fileVersion,
    ...(version !== undefined && { exportedVersion: version }),
    name,
    description,
    tags,
    definition: {
      ...definition,
      triggerConfig:
        triggerConfig.type === 'webhook'
          ? emptyTrigger(triggerConfig)
          : triggerConfig.type === 'event'
            ? { ...triggerConfig, event: { ...triggerConfig.event, integrationId: 'none' } }
            : triggerConfig,
      apiCalls: definition.apiCalls.map((call) => replaceSecrets(call, emptySecret)),
      responseHandlingSteps: definition.responseHandlingSteps.map((step) =>
        replaceWebhookURLs(step, (url) => replaceUrlCredentials(url, emptySecret)),
      ),
    },
    limits,
  };
}

export type ReadIntegration =
  | {
      kind: 'integration';
      name: string;
      description: string;
      /** Undefined when the file says nothing of them. */
      tags: string[] | undefined;
      definition: Definition;
      limits: IntegrationLimits;
      notes: ImportNote[];
    }
  | { kind: 'unreadable'; message: string };

/** Reads a file; each missing credential becomes a placeholder that its note names. */
export function readIntegrationFile(document: unknown): ReadIntegration {
  if (!isIntegrationFile(document)) {
    return { kind: 'unreadable', message: 'This is not an exported integration.' };
  }
  const parsed = IntegrationFile.safeParse(document);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const message =
      issue?.path[0] === 'version'
        ? 'This file was exported by a newer version of this product.'
        : `This file cannot be read: ${issue?.message ?? ''} (${issue?.path.join('.') ?? ''}).`;
    return { kind: 'unreadable', message };
  }
  const { name, description, tags, definition } = parsed.data;
  const notes = noteUnknownFields(document);
  let { triggerConfig } = definition;
  if (triggerConfig.type === 'event') {
    triggerConfig = { type: 'manual' };
    notes.push({
      message: 'The integration whose end started this one is not part of the file. Choose a trigger.',
    });
  } else if (triggerConfig.type === 'webhook') {
    triggerConfig = emptyTrigger(triggerConfig);
    const isNamed = (triggerConfig.webhook.verify?.scheme ?? 'auto') !== 'auto';
    notes.push({
      message: isNamed
        ? 'The webhook has no secret yet: enter the one of its sender. Until then, every delivery is rejected.'
        : 'The webhook has no secret yet: generate one, or anyone can send.',
    });
    for (const [header, value] of Object.entries(triggerConfig.webhook.headers)) {
      if (!value)
        notes.push({
          message: `The value of the required header ${header} is not part of the file.`,
        });
    }
  }
  const apiCalls = definition.apiCalls.map((call) => {
    const notesOfCall: string[] = [];
    const filled = replaceSecrets(call, (value, what) => {
      if (value) return value;
      const placeholder = placeholders[what] ?? '{{secret}}';
      notesOfCall.push(`${what} is not part of the file: enter it in place of ${placeholder}.`);
      return placeholder;
    });
    const left = leaveCredentials(filled, notesOfCall);
    if (left.authConfig.type === 'connection') notesOfCall.push(describeConnection(left.authConfig));
    notes.push(...notesOfCall.map((message) => ({ call: call.name, message })));
    return left;
  });
  for (const step of definition.responseHandlingSteps) noteWebhookURLs(step, notes);
  const values = listDefinitionValues(definition).map((value) => `{{${nameValue(value)}}}`);
  if (values.length > 0) {
    const message = `It uses values of its organization: ${values.join(', ')}. Those that yours does not have are not part of the file: enter them in its settings.`;
    notes.push({ message });
  }
  const limits: IntegrationLimits = { ...noLimits, ...parsed.data.limits };
  const limited = listChangedLimits(noLimits, limits);
  if (limited.length > 0)
    notes.push({ message: `Its limits come with it: ${describeLimits(limits, limited)}.` });
  return {
    kind: 'integration',
    name,
    description: description ?? '',
    tags,
    definition: { ...definition, triggerConfig, apiCalls },
    limits,
    notes,
  };
}

/** What of a file is not taken, as misspelled names are, so that nobody believes that it was. */
function noteUnknownFields(document: unknown): ImportNote[] {
  const notes: ImportNote[] = [];
  for (const { path, message } of listUnknownFields(document, IntegrationFile)) {
    if (notes.length === mostUnknownNoted) break;
    notes.push({ message: `${path.join('.')} was left out. ${message}.` });
  }
  return notes;
}

/** The calls of a file, to be added to another chain. */
export function parseIntegrationFile(document: unknown): Imported {
  const read = readIntegrationFile(document);
  if (read.kind === 'unreadable') return { calls: [], notes: [{ message: read.message }] };
  return {
    calls: read.definition.apiCalls.map(({ id: _id, order: _order, ...call }, index) => ({
      key: String(index),
      label: call.name || `${call.method} ${call.url}`,
      group: '',
      call,
      notes: read.notes.filter((note) => note.call === call.name).map(({ message }) => message),
    })),
    notes: [
      ...noteUnknownFields(document),
      ...Array.from(listLeftOut(read.definition), (message) => ({ message })),
    ],
  };
}

/** What of a definition is not added with its calls. */
function* listLeftOut({
  conditionalExecutionSteps,
  responseHandlingSteps,
  loopSteps = [],
  runSettings,
}: Definition): Generator<string> {
  const keep = 'Import the file as an integration to keep';
  if (conditionalExecutionSteps.length + responseHandlingSteps.length + loopSteps.length > 0) {
    yield `Checks, response handling and loops are not added with calls. ${keep} them.`;
  }
  const names = runSettings?.computed?.map(({ saveAs }) => `{{${saveAs}}}`).join(', ');
  if (names) yield `What is computed for each run is not added with calls: ${names}. ${keep} it.`;
}

/** The trigger without its secret, and without what senders must prove to know in a header. */
function emptyTrigger(trigger: WebhookTrigger): WebhookTrigger {
  const headers = Object.entries(trigger.webhook.headers).map(([name, value]) => [
    name,
    isCredentialName(name) ? '' : value,
  ]);
  return { ...trigger, webhook: { ...trigger.webhook, secret: '', headers: Object.fromEntries(headers) } };
}

/** Empty, when anything but placeholders stands in a credential. */
function emptySecret(value: string): string {
  const credentials = readCredentials('authorization', value);
  return holdsNamesAlone(credentials) ? value : '';
}

function replaceWebhookURLs(
  step: ResponseHandlingStep,
  change: (url: string) => string,
): ResponseHandlingStep {
  const { statusCodeActions, ...handling } = step.responseHandling;
  const changed = statusCodeActions.map(({ webhookURL, ...rule }) =>
    Object.assign(rule, { webhookURL: webhookURL && change(webhookURL) }),
  );
  return { ...step, responseHandling: { ...handling, statusCodeActions: changed } };
}

/** A placeholder that nothing fills would hold the notice back, so what is missing there stays empty. */
function noteWebhookURLs(step: ResponseHandlingStep, notes: ImportNote[]): void {
  replaceWebhookURLs(step, (url) =>
    replaceUrlCredentials(url, (value, name) => {
      const message = `The value of ${name} in the webhook URL of a response rule is not part of the file.`;
      if (!value) notes.push({ message });
      return value;
    }),
  );
}

function replaceSecrets(call: ApiCall, change: (value: string, what: string) => string): ApiCall {
  const headers = Object.entries(call.headers).map(([name, value]): [string, string] =>
    isSecretHeader(call, name) ? [name, change(value, `The header ${name}`)] : [name, value],
  );
  return {
    ...call,
    url: replaceUrlCredentials(call.url, (value, name) => change(value, `The value of ${name} in the URL`)),
    headers: Object.fromEntries(headers),
    authConfig: replaceCredentials(call.authConfig, change),
  };
}

function replaceCredentials(
  authConfig: AuthConfig,
  change: (value: string, what: string) => string,
): AuthConfig {
  if (authConfig.type === 'bearer') {
    return { ...authConfig, token: change(authConfig.token, 'The bearer token') };
  }
  if (authConfig.type !== 'basic') return authConfig;
  const { username } = authConfig;
  return {
    ...authConfig,
    username: isUsernameSecret(authConfig) ? change(username, 'The user name') : username,
    password: change(authConfig.password, 'The password'),
  };
}
