// Writes an integration to a file, to keep or to take to another organization, and reads it. The file has no secrets, no ids of
// other integrations and no counters of the server.
import { z } from 'zod';
import {
  IntegrationLimits,
  describeLimits,
  listChangedLimits,
  noLimits,
} from '../definition/execution-limits';
import { findOversized } from '../checks/definition-size';
import { isUsernameSecret } from '../definition/basic-auth';
import { isSecretHeader } from '../secrets/credential-names';
import { Definition } from '../integration';
import type { ApiCall, AuthConfig } from '../definition/api-call';
import { readCredentials } from '../run/request';
import type { ResponseHandlingStep } from '../definition/response-step';
import { holdsNamesAlone } from '../placeholders/placeholder';
import { isUncomparable } from '../schema/uncomparable';
import { listUnknownFields } from '../schema/unknown-fields';
import { anyIntegration } from '../schema/any-integration';
import { replaceUrlCredentials } from '../secrets/url-credentials';
import { asNode } from './draft/document';
import { describeVersion } from './draft/file-version';
import { describeForeign } from './draft/foreign-file';
import type { Imported, ImportNote } from './draft/draft';
import { leaveCredentials } from './draft/left-credentials';
import { renameConnections } from './file-connections';
import { emptyTrigger, type NamedSource, readFileTrigger } from './file-trigger';
import { describeConnection, describeValues, type NamesHere } from './names-here';

/**
 * The version of the file format. 2 added checks where any condition is enough, and other ways out than to skip the next call;
 * 3 connections, and a webhook's sender, body reading and answer; 4 a webhook's methods and addresses; 5 repeated calls, rules
 * on more than the status, operators after `is_not_empty`, and filters in JSON paths; 6 limits; 7 loops; 8 forms,
 * computed variables, memory, waits, files, notes on calls, retries that end at a call, and the name of the integration whose
 * end starts this one, or the tag of those.
 */
const fileVersion = 8;

/** The most unknown fields that are noted; more would hide the other notes. */
const maxUnknownNoted = 20;

export const IntegrationFile = z.object({
  format: z.literal('wicked-integration'),
  version: z.literal([1, 2, 3, 4, 5, 6, 7, fileVersion]),
  /** The number of the version that was exported. */
  exportedVersion: z.number().int().optional(),
  name: z.string(),
  description: z.string().nullish(),
  /** Undefined when the file does not mention tags. */
  tags: z.array(z.string()).optional(),
  definition: Definition,
  /** A limit that is left out does not apply. */
  limits: IntegrationLimits.partial().optional(),
  /** The name of the integration whose end starts this one. */
  startedBy: z.string().optional(),
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
 * Makes the content of a file. Its credentials are empty, unless they consist only of placeholders. User and password in a URL
 * are removed, because no call can be sent with them.
 */
export function toIntegrationFile(integration: {
  name: string;
  description: string | null;
  /** The tags; none by default. */
  tags?: string[];
  version?: number;
  definition: Definition;
  /** The limits; none by default. */
  limits?: IntegrationLimits;
  /** The names of the organization's connections, by id; a connection that is missing here has no name in the file. */
  connections?: ReadonlyMap<string, string>;
  /** The name of the integration whose end starts this one. */
  startedBy?: string | undefined;
}): IntegrationFile {
  const { name, description, tags = [], version, limits = noLimits, connections, startedBy } = integration;
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
          : triggerConfig.type === 'event' && triggerConfig.event.integrationId !== anyIntegration
            ? { ...triggerConfig, event: { ...triggerConfig.event, integrationId: 'none' } }
            : triggerConfig,
      apiCalls: definition.apiCalls.map((call) => replaceSecrets(call, emptySecret)),
      responseHandlingSteps: definition.responseHandlingSteps.map((step) =>
        replaceWebhookURLs(step, (url) => replaceUrlCredentials(url, emptySecret)),
      ),
    },
    limits,
    ...(startedBy !== undefined && { startedBy }),
  };
}

export type ReadIntegration =
  | {
      kind: 'integration';
      name: string;
      description: string;
      /** Undefined when the file does not mention tags. */
      tags: string[] | undefined;
      /** Its trigger is manual where the file names what starts it, which `startedBy` says. */
      definition: Definition;
      startedBy: NamedSource | undefined;
      limits: IntegrationLimits;
      notes: ImportNote[];
    }
  | { kind: 'unreadable'; message: string };

const noIntegration = 'This is not an exported integration.';
const listOfIntegrations =
  'This file holds a list of integrations. Import it with Import on the dashboard, or POST /api/integrations/import.';

function holdsList(document: unknown): boolean {
  const { format } = asNode(document);
  return format === 'wicked-organization' || format === 'wicked-integrations';
}

/** Returns what of a file is too long to be read, by field; its schema would list each wrong entry. */
export function findOversizedPart(document: unknown): Record<string, string[]> | undefined {
  const { definition, tags, limits } = asNode(document);
  return findOversized({ definition, tags, limits });
}

/** Parses a file whose parts are not too long; undefined when the schema breaks off at it. */
export function parseFile(document: unknown) {
  try {
    return IntegrationFile.safeParse(document);
  } catch (error) {
    if (isUncomparable(error)) return undefined;
    throw error;
  }
}

/**
 * Reads a file. Each missing credential becomes a placeholder, which a note names. With `here`, the notes name only connections,
 * values and integrations that are missing there.
 */
export function readIntegrationFile(document: unknown, here?: NamesHere): ReadIntegration {
  if (!isIntegrationFile(document)) {
    const message = holdsList(document) ? listOfIntegrations : (describeForeign(document) ?? noIntegration);
    return { kind: 'unreadable', message };
  }
  const [oversized] = Object.entries(findOversizedPart(document) ?? {});
  if (oversized) {
    return { kind: 'unreadable', message: `This file cannot be read: ${oversized[1][0]} (${oversized[0]}).` };
  }
  const parsed = parseFile(document);
  if (!parsed) return { kind: 'unreadable', message: 'This file cannot be read: a text in it is none.' };
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const message =
      issue?.path[0] === 'version'
        ? describeVersion(asNode(document).version, fileVersion)
        : `This file cannot be read: ${issue?.message ?? ''} (${issue?.path.join('.') ?? ''}).`;
    return { kind: 'unreadable', message };
  }
  const { name, description, tags, definition } = parsed.data;
  const notes = noteUnknownFields(document);
  const { triggerConfig, startedBy } = readFileTrigger(parsed.data, notes, here);
  const apiCalls = definition.apiCalls.map((call) => {
    const notesOfCall: string[] = [];
    const filled = replaceSecrets(call, (value, what) => {
      if (value) return value;
      const placeholder = placeholders[what] ?? '{{secret}}';
      notesOfCall.push(`${what} is not part of the file: enter it in place of ${placeholder}.`);
      return placeholder;
    });
    const left = leaveCredentials(filled, notesOfCall);
    const missing =
      left.authConfig.type === 'connection' ? describeConnection(left.authConfig, here) : undefined;
    if (missing !== undefined) notesOfCall.push(missing);
    notes.push(...notesOfCall.map((message) => ({ call: call.name, message })));
    return left;
  });
  for (const step of definition.responseHandlingSteps) noteWebhookURLs(step, notes);
  const values = describeValues(definition, here);
  if (values !== undefined) notes.push({ message: values });
  const limits: IntegrationLimits = { ...noLimits, ...parsed.data.limits };
  const limited = describeFileLimits(limits);
  if (limited !== undefined) notes.push({ message: limited });
  return {
    kind: 'integration',
    name,
    description: description ?? '',
    tags,
    definition: { ...definition, triggerConfig, apiCalls },
    startedBy,
    limits,
    notes,
  };
}

/** Returns the note about the limits of a file; undefined when it has none. */
export function describeFileLimits(limits: IntegrationLimits): string | undefined {
  const limited = listChangedLimits(noLimits, limits);
  return limited.length > 0 ? `Its limits come with it: ${describeLimits(limits, limited)}.` : undefined;
}

/** Notes the unknown fields of a file, such as misspelt names, which are left out. */
function noteUnknownFields(document: unknown): ImportNote[] {
  const notes: ImportNote[] = [];
  for (const { path, message } of listUnknownFields(document, IntegrationFile)) {
    if (notes.length === maxUnknownNoted) break;
    notes.push({ message: `${path.join('.')} was left out. ${message}.` });
  }
  return notes;
}

/** Reads the calls of a file, to add them to another chain. */
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

/** Describes the parts of a definition that are not added with its calls. */
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

/** Empties a credential unless it consists only of placeholders. */
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

/** Notes missing credentials of webhook URLs. They stay empty: a placeholder without a value would block the notice. */
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
