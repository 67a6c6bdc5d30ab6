// The page that a person sees at the address of a run that waits for an answer. It works without script, and shows nothing of
// the run but its question.
import { html } from 'hono/html';
import { answerLimits } from '~/engine/definition/call-wait';
import type { ProblemKind } from '~/problem';
import type { Question } from '~/services/runs/answer-question';
import { renderPlainPage } from '../http/plain-page';

type Page = ReturnType<typeof html>;

/** The state that the page is opened with, or shown with again. */
interface AnswerTyped {
  /** The choice that the link in the address stands for. */
  chosen?: string;
  problem?: string;
  comment?: string;
}

const buttonLook = 'button min-h-11 py-1.5 gap-2 px-5 text-base sm:text-sm';
const primaryLook = `${buttonLook} border-transparent bg-accent text-on-accent shadow-raised hover:bg-accent-hover`;
const otherLook = `${buttonLook} border-line-strong/50 bg-surface-raised text-ink shadow-raised hover:bg-surface-hover`;

/**
 * Renders the question with its choices as buttons, each of which answers. The first button is filled in: the choice that the
 * link stands for, or else the first choice of the wait, so that the person who set up the wait decides which one leads. The
 * page never presses a button itself.
 */
export function describeQuestionPage(
  stylesheet: string,
  question: Question,
  typed: AnswerTyped,
  now: number,
): Page {
  const { integrationName, organizationName, choices, message, state } = question;
  const { chosen = '', problem, comment = '' } = typed;
  const meant = choices.find((choice) => choice.toLowerCase() === chosen.trim().toLowerCase());
  const ordered = meant === undefined ? choices : [meant, ...choices.filter((choice) => choice !== meant)];
  const buttons = ordered.map(
    (choice, index) =>
      html`<button
        type="submit"
        name="choice"
        value="${choice}"
        class="${index === 0 ? primaryLook : otherLook}"
      >
        ${choice}
      </button>`,
  );
  return describePage(
    stylesheet,
    'Your answer',
    html`
      <p class="text-sm text-ink-muted">${organizationName}</p>
      <h1 class="mt-1 text-2xl font-medium tracking-tight wrap-anywhere">${integrationName}</h1>
      ${
        message === ''
          ? html`<p class="mt-4 text-ink-muted">An answer is waited for before this goes on.</p>`
          : html`<p class="mt-4 whitespace-pre-wrap wrap-anywhere">${message}</p>`
      }
      ${
        problem === undefined
          ? ''
          : html`<p role="alert" class="mt-4 text-sm font-medium text-bad-ink">${problem}</p>`
      }
      <form method="post" class="mt-6 flex flex-col gap-5">
        <div class="flex flex-col gap-1.5">
          <label for="comment" class="text-sm font-medium">Comment (optional)</label>
          <textarea
            id="comment"
            name="comment"
            rows="3"
            maxlength="${answerLimits.message}"
            class="control field-sizing-content min-h-20 px-3 py-2 leading-6"
          >
${comment}</textarea>
        </div>
        <div class="flex flex-wrap gap-3">${buttons}</div>
        <p class="text-[0.8125rem] text-ink-muted">
          It can be answered
          once${state.kind === 'open' && state.until !== undefined ? `, until ${describeTime(state.until)} (${describeLeft(state.until - now)})` : ''}.
        </p>
      </form>
    `,
  );
}

/** Returns `2026-03-09 14:05 UTC`: the page knows nobody's time zone. */
function describeTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Returns `in 3 days`: what a time in UTC means for those who live by another. */
function describeLeft(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000));
  const hours = Math.floor(minutes / 60);
  const format = new Intl.RelativeTimeFormat('en');
  if (hours === 0) return format.format(minutes, 'minute');
  return hours < 48 ? format.format(hours, 'hour') : format.format(Math.floor(hours / 24), 'day');
}

export function describeAnsweredPage(stylesheet: string, question: Question, choice: string): Page {
  return describePage(
    stylesheet,
    'Answered',
    html`
      <p class="text-sm text-ink-muted">${question.organizationName}</p>
      <h1 class="mt-1 text-2xl font-medium tracking-tight wrap-anywhere">${question.integrationName}</h1>
      <p class="mt-4 wrap-anywhere">Answered: <strong class="font-medium">${choice}</strong></p>
      <p class="mt-2 text-ink-muted">The answer has been passed on. You can close this page.</p>
    `,
  );
}

const titles: Partial<Record<ProblemKind, string>> = {
  'not-found': 'Nothing is asked here',
  'answered-already': 'Answered already',
  'no-longer-asked': 'Too late',
};

const texts: Partial<Record<ProblemKind, string>> = {
  'not-found':
    'This address is incomplete, it was sent before the encryption key of this installation was changed, or the run that asked has been deleted. Ask the sender for a new address.',
  'no-longer-asked':
    'This answer is no longer needed: the time for it is over, or the run was ended or continued without it.',
};

/** Renders the page for an answer that is refused. `asking`: who asked, if known. */
export function describeProblemPage(
  stylesheet: string,
  kind: ProblemKind,
  message: string,
  asking?: Pick<Question, 'organizationName' | 'integrationName'>,
): Page {
  const title = titles[kind] ?? 'Not passed on';
  return describePage(
    stylesheet,
    title,
    html`
      ${
        asking === undefined
          ? ''
          : html`<p class="mb-1 text-sm text-ink-muted wrap-anywhere">
              ${asking.organizationName} · ${asking.integrationName}
            </p>`
      }
      <h1 class="text-2xl font-medium tracking-tight">${title}</h1>
      <p class="mt-4 text-ink-muted">${texts[kind] ?? message}</p>
    `,
  );
}

function describePage(stylesheet: string, title: string, content: Page): Page {
  return renderPlainPage(stylesheet, { title, width: 'max-w-xl', content });
}
