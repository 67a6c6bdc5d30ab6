// What of a definition may be saved and deployed, and will probably not work when it runs.
import { listChainItems } from '../definition/chain';
import type { Definition } from '../integration';
import { type ApiCall, listCredentialTexts } from '../definition/api-call';
import { isSecretHeader } from '../secrets/credential-names';
import { isLocalAddress } from '../http/local-address';
import { showPlaceholder } from '../placeholders/placeholder';
import { listUnknown, parseReference } from '../placeholders/reference-pattern';
import type { ResponseHandlingStep } from '../definition/response-step';
import { fillUrl } from '../placeholders/url-template';

interface Text {
  /** As `the URL`. */
  place: string;
  text: string;
  isSecret?: boolean;
}

/** In the order of the chain, as sentences that name the call. */
export function listWarnings(definition: Definition): string[] {
  const warnings: string[] = [];
  const { triggerConfig: trigger } = definition;
  const inScope = ['trigger'];
  if (trigger.type === 'webhook') inScope.push(...trigger.webhook.variables.map(({ name }) => name));
  for (const place of listChainItems(definition)) {
    if (place.kind === 'check') continue;
    const { call, handling, name } = place;
    const add = (text: string) => warnings.push(`${name}: ${text}`);
    const { saveAs, extractFields } = call.responseMapping;
    const texts = listTexts(call);
    for (const text of texts) warnOfUnknown(text, inScope, add);
    inScope.push(...(saveAs ? [saveAs] : []), ...extractFields.map((field) => field.saveAs));
    const webhooks = listWebhooks(handling);
    for (const text of webhooks) warnOfUnknown(text, inScope, add);
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
