// The texts with placeholders of a call and of an answer, and their places.
import { type ApiCall, listCredentialTexts } from '../definition/api-call';
import { listWaitTexts, nameWaitText } from '../definition/call-wait';
import type { ResponseHandlingStep } from '../definition/response-step';
import type { ComputedVariable } from '../schema/computed-variable';
import { toTemplate } from '../schema/memory';
import { isSecretHeader } from '../secrets/credential-names';
import type { Answer } from '../senders/answer';

export interface CallText {
  /** Such as `the URL`. */
  place: string;
  text: string;
  isSecret?: boolean;
}

/** Lists the texts of a call that may have placeholders; its URL comes first. */
export function listCallTexts(call: ApiCall): CallText[] {
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
    ...listWaitTexts(call.wait).map((text) => ({
      place: call.wait ? nameWaitText(call.wait) : '',
      text,
    })),
  ];
}

/** Lists the texts that a call computes and remembers. */
export function listMadeTexts({ responseMapping, remember = [] }: ApiCall): CallText[] {
  return [
    ...listComputedTexts(responseMapping.computed),
    ...remember.map(({ value }) => ({ place: 'what it remembers', text: toTemplate(value) })),
  ];
}

export function listComputedTexts(computed: readonly ComputedVariable[] = []): CallText[] {
  return computed.map(({ saveAs, template: text }) => ({ place: `the computed variable ${saveAs}`, text }));
}

/** Lists the URLs that rules post to. */
export function listWebhooks(handling: ResponseHandlingStep | undefined): CallText[] {
  const rules = handling?.responseHandling.statusCodeActions ?? [];
  return rules.flatMap(({ action, webhookURL }) =>
    action === 'webhook' && webhookURL ? [{ place: 'the webhook URL of a rule', text: webhookURL }] : [],
  );
}

/** Lists the texts of the response to a sender whose result is late. */
export function listLateTexts({ late }: Answer): CallText[] {
  return late ? [{ place: 'the response when the result is late', text: late.body }] : [];
}

/** Lists the texts of the answer to a sender that may have placeholders. */
export function listAnswerTexts({ headers = {}, body }: Answer): CallText[] {
  return [
    ...Object.entries(headers).map(([header, text]) => ({
      place: `the header ${header} of the response`,
      text,
    })),
    { place: 'the response', text: body },
  ];
}
