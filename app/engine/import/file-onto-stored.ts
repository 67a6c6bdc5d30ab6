// Reads an exported integration over a stored one. What a file cannot hold stays as stored: its secrets, and the integration
// whose end starts it. A file that has just been exported changes nothing.
import { mapSecrets } from '../checks/secret-places';
import type { ApiCall } from '../definition/api-call';
import { defaultRunSettings } from '../definition/run-settings';
import type { ResponseHandlingStep } from '../definition/response-step';
import type { Definition } from '../integration';
import { replaceUrlCredentials } from '../secrets/url-credentials';
import { findOversizedPart, parseFile, type ReadIntegration, readIntegrationFile } from './integration-file';
import type { NamesHere } from './names-here';

/**
 * Reads a file for an integration whose `stored` definition has its secrets masked. An empty credential in the file becomes the
 * stored one of the same call, else a placeholder, as in `readIntegrationFile`. Connections are still names; a connection that
 * the file does not name keeps its stored id. `here`: as in `readIntegrationFile`.
 */
export function readFileOnto(document: unknown, stored: Definition, here?: NamesHere): ReadIntegration {
  const parsed = findOversizedPart(document) ? undefined : parseFile(document);
  if (!parsed?.success) return readIntegrationFile(document, here);
  const filled = fillSecrets(fillTexts(parsed.data.definition, stored), stored);
  const read = readIntegrationFile({ ...parsed.data, definition: filled }, here);
  if (read.kind === 'unreadable') return read;
  const triggerConfig = fillEvent(filled.triggerConfig, stored.triggerConfig);
  return { ...read, definition: { ...read.definition, triggerConfig, ...keepAbsent(filled, stored) } };
}

/** Returns defaults for optional parts that are stored but missing in the file; a missing part would stay as stored. */
function keepAbsent({ loopSteps, runSettings }: Definition, stored: Definition): Partial<Definition> {
  return {
    ...(stored.loopSteps && { loopSteps: loopSteps ?? [] }),
    ...(stored.runSettings && { runSettings: runSettings ?? defaultRunSettings }),
  };
}

type Trigger = Definition['triggerConfig'];

function fillEvent(trigger: Trigger, stored: Trigger): Trigger {
  if (trigger.type !== 'event' || stored.type !== 'event' || trigger.event.integrationId !== 'none')
    return trigger;
  return { ...trigger, event: { ...stored.event, on: trigger.event.on } };
}

function fillSecrets(definition: Definition, stored: Definition): Definition {
  const known = new Map<string, string>();
  mapSecrets(stored, ({ value, place }) => {
    known.set(place, value);
    return value;
  });
  return mapSecrets(definition, ({ value, place }) => value || (known.get(place) ?? ''));
}

/** Fills in the credentials of URLs, and the connections without a name. */
function fillTexts(definition: Definition, stored: Definition): Definition {
  const calls = new Map(stored.apiCalls.map((call) => [call.id, call]));
  const steps = new Map(stored.responseHandlingSteps.map((step) => [step.id, step]));
  return {
    ...definition,
    apiCalls: definition.apiCalls.map((call) => fillCall(call, calls.get(call.id))),
    responseHandlingSteps: definition.responseHandlingSteps.map((step) => fillStep(step, steps.get(step.id))),
  };
}

function fillCall(call: ApiCall, stored: ApiCall | undefined): ApiCall {
  if (!stored) return call;
  const { authConfig } = call;
  const isNameless = authConfig.type === 'connection' && authConfig.connectionId === '';
  return {
    ...call,
    url: fillUrl(call.url, stored.url),
    authConfig: isNameless && stored.authConfig.type === 'connection' ? stored.authConfig : authConfig,
  };
}

function fillStep(
  step: ResponseHandlingStep,
  stored: ResponseHandlingStep | undefined,
): ResponseHandlingStep {
  const former = stored?.responseHandling.statusCodeActions ?? [];
  const { statusCodeActions, ...handling } = step.responseHandling;
  const filled = statusCodeActions.map(({ webhookURL, ...rule }, index) =>
    Object.assign(rule, { webhookURL: webhookURL && fillUrl(webhookURL, former[index]?.webhookURL ?? '') }),
  );
  return { ...step, responseHandling: { ...handling, statusCodeActions: filled } };
}

function fillUrl(url: string, stored: string): string {
  const known = new Map<string, string>();
  replaceUrlCredentials(stored, (value, name) => {
    known.set(name, value);
    return value;
  });
  return replaceUrlCredentials(url, (value, name) => value || (known.get(name) ?? ''));
}
