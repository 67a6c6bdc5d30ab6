import { formatMilliseconds } from '~/components/time/time-format';
import type { SenderAnswer } from '~/services/executions/sender-answer';

/** Describes the answer to a sender and how long the sender waited: a sentence, then the answer as it was sent. */
export function describeSenderAnswer(given: SenderAnswer): string {
  const { answer, problem } = given;
  const lines = [describeOutcome(given), ...(problem === null ? [] : [problem])];
  if (answer) {
    const headers = Object.entries({ 'content-type': answer.contentType, ...answer.headers });
    lines.push(
      '',
      String(answer.status),
      ...headers.map(([name, value]) => `${name}: ${value}`),
      '',
      answer.body,
    );
  }
  return lines.join('\n').trimEnd();
}

function describeOutcome({ outcome, waited, answer, problem }: SenderAnswer): string {
  const after = waited === null || waited === 0 ? 'at once' : `after ${formatMilliseconds(waited)}`;
  switch (outcome) {
    case 'answered':
      return `The sender got ${answer ? answer.status : 'the usual response'} ${after}.`;
    case 'failed':
      return `The sender got 502 ${after}.`;
    case 'timed-out':
      return `The sender got the response for a late result ${after}, and the run continued.`;
    case 'too-many':
      return 'The sender got the response for a late result at once: too many senders were already waiting for results.';
    case 'gone':
      return `The sender disconnected ${after}.`;
    case null:
      return problem === null
        ? 'No sender was waiting for this response.'
        : 'No sender was waiting for a response.';
  }
}
