// Fills in the placeholders of the answer that a webhook sender gets.
import { createWork } from '../filters/filtering';
import { HeaderValue } from '../definition/headers';
import { renderTemplate, type TemplateKind } from '../placeholders/fill-template';
import type { Variables } from '../placeholders/reference';
import { refuse } from '../placeholders/refused';
import { findAnswerHeaderProblem } from '../senders/answer-headers';
import type { Answer, FilledAnswer } from '../senders/answer';

/** The most characters that a body may have. */
const maxBodyLength = 256 * 1024;

/** The filled answer, or why it could not be filled, in words for the log. */
export type AnswerFilling = { kind: 'filled'; answer: FilledAnswer } | { kind: 'unfilled'; message: string };

/**
 * Fills in an answer. Values in JSON and XML are escaped, so that none can break out of its place. The answer stays `unfilled`
 * when a variable has no value, a header is invalid or not Latin-1, or the body is longer than 262,144 characters.
 */
export function fillAnswer(
  { status, contentType, headers = {}, body }: Answer,
  variables: Variables,
): AnswerFilling {
  const filled: [string, string][] = [];
  const work = createWork();
  for (const [name, template] of Object.entries(headers)) {
    // Earlier versions of the server stored such headers.
    if (findAnswerHeaderProblem(name) !== undefined) continue;
    const place = `the header ${name} of the response`;
    const value = renderTemplate(template, variables, 'header', work);
    if (value.kind !== 'text') return { kind: 'unfilled', message: refuse(value, place).message };
    const text = value.text.trim();
    // Node writes headers in Latin-1.
    if (!HeaderValue.safeParse(text).success || /[^\t\x20-\xff]/.test(text)) {
      return {
        kind: 'unfilled',
        message: `The value of ${place} has a line break or a character that headers cannot carry.`,
      };
    }
    filled.push([name, text]);
  }
  const text = renderTemplate(body, variables, templateKind(contentType), work);
  if (text.kind !== 'text') {
    return { kind: 'unfilled', message: refuse(text, 'the response').message };
  }
  if (text.text.length > maxBodyLength) {
    const message = `With its variables filled in, the response is longer than ${maxBodyLength} characters.`;
    return { kind: 'unfilled', message };
  }
  return { kind: 'filled', answer: { status, contentType, headers: filled, body: text.text } };
}

function templateKind(contentType: Answer['contentType']): TemplateKind {
  if (contentType === 'application/json') return 'json';
  return contentType === 'text/plain' ? 'text' : 'xml';
}

/** Returns the answer with its secrets masked, for the log. */
export function maskAnswer(answer: FilledAnswer, maskSecrets: (text: string) => string): FilledAnswer {
  return {
    ...answer,
    headers: answer.headers.map(([name, value]) => [name, maskSecrets(value)]),
    body: maskSecrets(answer.body),
  };
}
