// Takes an answer from outside: it is stored on disk, and only then confirmed. The first answer counts.
import { formatCount } from '~/engine/texts/format-count';
import { truncate } from '~/engine/texts/truncate';
import type { AppContext } from '~/context';
import { insertWaitAnswer } from '~/db/executions/queue/wait-answers';
import { answerLimits, findChoice, onlyChoice } from '~/engine/definition/call-wait';
import type { GivenWaitAnswer } from '~/engine/run/ports';
import type { Problem } from '~/problem';
import { findQuestion, type Question, readState } from './answer-question';
import { sealWaitAnswer } from '../answers/wait-answers';

/** An answer that was sent to the address of a wait. */
export interface SentAnswer {
  /** From the query of the address; undefined without one. */
  choice: string | undefined;
  /** The posted body; null without one. */
  body: unknown;
  /** The network address of the sender. */
  from: string;
}

export type TakeAnswerOutcome = { kind: 'answered'; choice: string; question: Question } | Problem;

/** Problems: not-found, invalid, answered-already, no-longer-asked. */
export async function takeAnswer(
  context: AppContext,
  token: string,
  sent: SentAnswer,
): Promise<TakeAnswerOutcome> {
  const question = await findQuestion(context, token);
  if (!question) return { kind: 'not-found' };
  if (question.state.kind !== 'open') return refuse(question.state);
  const said = readAnswer(question, sent);
  if ('kind' in said) return said;
  const { key, integrationId } = question;
  const taken = await context.db.transaction(async (tx): Promise<Problem | undefined> => {
    const state = await readState(context, tx, key);
    if (state.kind !== 'open') return refuse(state);
    const now = context.now();
    const value = { outcome: 'answered', ...said, answeredAt: new Date(now).toISOString() } as const;
    const given: GivenWaitAnswer = { value, from: sent.from };
    await insertWaitAnswer(tx, { ...key, answer: sealWaitAnswer(context, key, given), now });
    return undefined;
  });
  if (taken) return taken;
  context.wake();
  context.changeEvents.publish(integrationId);
  return { kind: 'answered', choice: said.choice, question };
}

function refuse(state: Exclude<Question['state'], { kind: 'open' }>): Problem {
  return { kind: state.kind === 'answered' ? 'answered-already' : 'no-longer-asked' };
}

/** Reads an answer. A wait without choices lets a program post any body. */
function readAnswer(
  { wait, choices }: Question,
  { choice, body }: SentAnswer,
): { choice: string; comment: string; body: unknown } | Problem {
  const fields = isFields(body) ? body : {};
  const comment = typeof fields.comment === 'string' ? readComment(fields.comment) : '';
  // The body keeps all of it.
  if (!wait.choices) return { choice: onlyChoice, comment: truncate(comment, answerLimits.message), body };
  if (comment.length > answerLimits.message) {
    const most = formatCount(answerLimits.message);
    return refuseField('comment', `The comment must be ${most} characters or less`);
  }
  const said = fields.choice ?? choice;
  const found = typeof said === 'string' ? findChoice(wait, said) : undefined;
  if (found === undefined) return refuseField('choice', `Choose one of these: ${choices.join(', ')}`);
  return { choice: found, comment, body };
}

/** Restores the line ends that a browser changed, so that a comment has as many characters as the page allowed. */
function readComment(sent: string): string {
  return sent.replaceAll('\r\n', '\n').trim();
}

function refuseField(field: string, problem: string): Problem {
  return { kind: 'invalid', message: `${problem}.`, fields: { [field]: [problem] } };
}

function isFields(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
