// The pages of a public form. They work without script and show nothing of the integration but the form.
import { html } from 'hono/html';
import { describeSeconds } from '~/engine/definition/call-wait';
import { fieldsDigestName } from '~/engine/triggers/form-control';
import { formKeyField } from '~/failures';
import { describeProblem, type Problem, type ProblemKind } from '~/problem';
import { digestFields } from '~/services/public-forms/form-digest';
import type { PublicForm } from '~/services/public-forms/sent-form';
import type { FormErrors } from '~/services/runs/typed-form';
import { renderPlainPage } from '../http/plain-page';
import { describeFormField } from './form-field';

type Page = ReturnType<typeof html>;

/** What a form is shown with. */
interface FormState {
  /** Names this page, so that it starts one execution, however often it is sent. */
  key: string;
  /** What was typed, by the names of the controls; undefined for the defaults. */
  typed: Record<string, string> | undefined;
  errors: FormErrors;
  /** Why the form was not taken although nothing in it is wrong. */
  refused?: Problem | undefined;
  /** The most bytes that the files may have together. */
  maxFileBytes: number;
}

const buttonLook =
  'button h-11 gap-2 px-5 text-base sm:text-sm border-transparent bg-accent text-on-accent shadow-raised hover:bg-accent-hover';

export function describeFormPage(
  stylesheet: string,
  { title, description, fields }: PublicForm,
  { key, typed, errors, refused, maxFileBytes }: FormState,
): Page {
  const wrong = Object.keys(errors);
  return describePage(
    stylesheet,
    wrong.length > 0 || refused ? `Not sent yet: ${title}` : title,
    html`
      <h1 class="text-2xl font-medium tracking-tight wrap-anywhere">${title}</h1>
      ${description && html`<p class="mt-3 whitespace-pre-wrap text-ink-muted wrap-anywhere">${description}</p>`}
      ${refused ? html`<p role="alert" class="mt-4 text-sm font-medium text-bad-ink">${explainRefusal(refused)}</p>` : ''}
      ${wrong.length > 0 ? describeErrors(wrong) : ''}
      <form method="post" enctype="multipart/form-data" novalidate class="mt-6 flex flex-col gap-field">
        <input type="hidden" name="${formKeyField}" value="${key}" />
        <input type="hidden" name="${fieldsDigestName}" value="${digestFields(fields)}" />
        ${fields.map((field) => describeFormField(field, { typed, errors, maxFileBytes }))}
        <div><button type="submit" class="${buttonLook}">Send</button></div>
      </form>
    `,
  );
}

/** Leads to the first wrong field: the page is read from its top, and that field may be far below. */
function describeErrors([first = '', ...others]: string[]): Page {
  const text =
    others.length === 0
      ? 'Go to the field that needs another value'
      : `Go to the first of ${others.length + 1} fields that need another value`;
  return html`<p role="alert" class="mt-4 text-sm font-medium text-bad-ink">
    Not sent yet. <a href="#${first}" class="underline underline-offset-4">${text}</a>
  </p>`;
}

export function describeThanksPage(
  stylesheet: string,
  { title, thanks }: { title: string; thanks: string },
): Page {
  return describeMessage(stylesheet, {
    heading: title,
    title: `Sent: ${title}`,
    text: thanks || 'Thank you. Your form was sent, and you can close this page.',
  });
}

/** Why a form takes nothing while its integration is not deployed, is paused or has another trigger. */
export const closed = {
  kind: 'unavailable',
  message: 'This form is closed at the moment. Please try again later.',
} as const satisfies Problem;

/** The page while the form takes nothing. */
export function describeClosedPage(stylesheet: string, title: string): Page {
  return describeMessage(stylesheet, {
    heading: title,
    title: `Closed: ${title}`,
    text: closed.message,
  });
}

const titles: Partial<Record<ProblemKind, string>> = {
  'not-found': 'No form is here',
  'too-many-requests': 'Too many at once',
};

const texts: Partial<Record<ProblemKind, string>> = {
  'not-found':
    'This address is incomplete, or its form was moved or deleted. Ask the person who gave you the address for a new one.',
  'too-large': 'Your form is too large. Please go back and choose a smaller file.',
};

/** Why a form that is shown again was not taken, and how long to wait. */
function explainRefusal(problem: Problem): string {
  if (problem === closed) return closed.message;
  const { kind, retryAfterSeconds = 60 } = problem;
  const wait = `Please wait for ${describeSeconds(retryAfterSeconds)} and send`;
  if (kind === 'too-many-requests') return `Too many forms were sent. ${wait} yours again.`;
  if (kind === 'unavailable') return `Your form could not be stored. ${wait} it again.`;
  return texts[kind] ?? describeProblem(problem).body.message;
}

/** The page without a form, which was not found, or was not read. */
export function describeRefusalPage(stylesheet: string, problem: Problem): Page {
  const { kind, retryAfterSeconds } = problem;
  const heading = titles[kind] ?? 'Not sent';
  const text =
    kind === 'too-many-requests'
      ? `Too many forms came from your network. Please wait for ${describeSeconds(retryAfterSeconds ?? 60)} and try again.`
      : explainRefusal(problem);
  return describeMessage(stylesheet, { heading, title: heading, text });
}

function describeMessage(
  stylesheet: string,
  { heading, title, text }: { heading: string; title: string; text: string },
): Page {
  return describePage(
    stylesheet,
    title,
    html`
      <h1 class="text-2xl font-medium tracking-tight wrap-anywhere">${heading}</h1>
      <p class="mt-4 whitespace-pre-wrap wrap-anywhere">${text}</p>
    `,
  );
}

function describePage(stylesheet: string, title: string, content: Page): Page {
  return renderPlainPage(stylesheet, { title, width: 'max-w-xl', content });
}
