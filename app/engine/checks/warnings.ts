// What of a definition may be saved and deployed, and will probably not work when it runs.
import { listChainItems } from '../definition/chain';
import type { Definition } from '../integration';
import { type ApiCall, listCredentialTexts } from '../definition/api-call';
import { isSecretHeader } from '../secrets/credential-names';
import { isLocalAddress } from '../http/local-address';
import { showPlaceholder } from '../placeholders/placeholder';
import { listUnknown, nameValue, parseReference } from '../placeholders/reference-pattern';
import type { ConditionalStep } from '../definition/conditional-step';
import { hidesValues, listCheckValues, listTextValues } from '../values/value-references';
import { listInAddress } from '../values/value-use';
import type { ResponseHandlingStep } from '../definition/response-step';
import { fillUrl } from '../placeholders/url-template';

interface Text {
  /** As `the URL`. */
  place: string;
  text: string;
  isSecret?: boolean;
}

/** A value of the organization, as far as a definition may name it. */
export interface KnownValue {
  name: string;
  isSecret: boolean;
}

/** In the order of the chain, as sentences that name the call. `values`: those that the organization has. */
export function listWarnings(definition: Definition, values: readonly KnownValue[] = []): string[] {
  const warnings: string[] = [];
  const { triggerConfig: trigger } = definition;
  const isHidden = hidesValues(definition);
  const known = isHidden ? [] : values;
  const secret = new Set(known.filter(({ isSecret }) => isSecret).map(({ name }) => name));
  const inScope = ['trigger', ...known.map(({ name }) => nameValue(name))];
  if (trigger.type === 'webhook') inScope.push(...trigger.webhook.variables.map(({ name }) => name));
  for (const place of listChainItems(definition)) {
    if (place.kind === 'check') {
      if (!isHidden) warnings.push(...listCheckWarnings(place.step, known));
      continue;
    }
    const { call, handling, name } = place;
    const add = (text: string) => warnings.push(`${name}: ${text}`);
    for (const value of listInAddress(call.url, (each) => secret.has(each)))
      add(describeMisplaced(value, 'the host or path'));
    const { saveAs, extractFields } = call.responseMapping;
    const texts = listTexts(call);
    for (const text of texts) warnOfUnknown(text, inScope, add);
    inScope.push(...(saveAs ? [saveAs] : []), ...extractFields.map((field) => field.saveAs));
    const webhooks = listWebhooks(handling);
    for (const text of webhooks) {
      warnOfUnknown(text, inScope, add);
      for (const value of listTextValues([text.text])) {
        if (secret.has(value)) add(describeMisplaced(value, text.place));
      }
    }
    for (const address of [...texts.slice(0, 1), ...webhooks]) {
      if (isLocalAddress(fillUrl(address.text))) {
        add(
          `${address.place} leads to a local or private address, which may not be accessible from production environments.`,
        );
      }
    }
  }
  return [...new Set(warnings)];
}

function describeMisplaced(name: string, place: string): string {
  return `{{${nameValue(name)}}} is a secret, which may not stand in ${place}, so it would not be sent.`;
}

/** Other variables may come from calls that a condition's place says nothing of; what the organization has is known. */
function listCheckWarnings(step: ConditionalStep, known: readonly KnownValue[]): string[] {
  return listCheckValues(step).flatMap((name) => {
    const value = known.find((each) => each.name === name);
    if (value && !value.isSecret) return [];
    const problem = value ? 'is a secret, which no condition reads' : 'is not known';
    return [`Condition: ${nameValue(name)} ${problem}, so it counts as missing.`];
  });
}

/** Where a call has placeholders; its URL comes first. */
function listTexts(call: ApiCall): Text[] {
  return [
    { place: 'the URL', text: call.url },
    ...Object.entries(call.headers).map(([header, text]) => ({
      place: `the header ${header}`,
      text,
      isSecret: isSecretHeader(call, header),
    })),
    ...listCredentialTexts(call.authConfig).map((text) => ({
      place: 'the authentication',
      text,
      isSecret: true,
    })),
    { place: 'the body', text: call.body },
  ];
}

function listWebhooks(handling: ResponseHandlingStep | undefined): Text[] {
  const rules = handling?.responseHandling.statusCodeActions ?? [];
  return rules.flatMap(({ action, webhookURL }) =>
    action === 'webhook' && webhookURL ? [{ place: 'the webhook URL of a rule', text: webhookURL }] : [],
  );
}

function warnOfUnknown(
  { place, text, isSecret }: Text,
  inScope: string[],
  add: (text: string) => void,
): void {
  for (const inside of listUnknown(text, inScope)) {
    // What is no name may be a part of the secret.
    const isShown = !isSecret || parseReference(inside.trim()) !== undefined;
    add(
      `${isShown ? showPlaceholder(inside) : 'a placeholder'} in ${place} is not known there, so it would not be sent.`,
    );
  }
}
