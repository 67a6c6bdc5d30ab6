import { redirectWithToast } from '~/auth/toast-cookie';
import type { AppContext } from '~/context';
import { describeProblem, type Problem } from '~/problem';
import {
  type AccountAction,
  isAccountAction,
  performAccountAction,
} from '~/services/administration/account-actions';
import { changeIncident, incidentDone, isIncidentAction } from '~/services/alerts/incidents';
import { resendGivenUpMails } from '~/services/installation/given-up-mails';
import type { Administrator } from '~/services/installation/administrators';
import { changeReadOnly } from '~/services/installation/read-only';
import { isPaused, pauseInstallation, resumeInstallation } from '~/services/installation/pause';
import { readSeen } from '../forms/read-seen.server';
import { submitQuota } from './quota-action';

export interface Submitted {
  app: AppContext;
  administrator: Administrator & { address: string };
  form: FormData;
  request: Request;
  /** Returns the text of a form field. */
  read: (name: string) => string;
}

interface Done {
  kind: 'done';
  title: string;
  description: string;
}

function done(title: string, description: string): Done {
  return { kind: 'done', title, description };
}

export const accountDone: Record<AccountAction, Done> = {
  verify: done('Email verified', 'They can log in now.'),
  'reset-link': done('Link sent', 'They can set a new password with it for 20 minutes.'),
  'end-sessions': done('Sessions ended', 'They are logged out everywhere and can log in again.'),
  'remove-two-factor': done('Second factor removed', 'They log in without it. A mail tells them.'),
  'make-administrator': done('Administrator added', 'They can do everything you see here.'),
  'remove-administrator': done('Administrator removed', 'They can no longer open this page.'),
};

/** Performs the action of a button of the screen, named by `intent`. */
async function perform(
  { app, administrator, form, read }: Submitted,
  intent: string,
): Promise<Done | Problem> {
  if (isAccountAction(intent)) {
    const outcome = await performAccountAction(app, administrator, {
      action: intent,
      userId: read('userId'),
    });
    return outcome.kind === 'done' ? accountDone[intent] : outcome;
  }
  if (isIncidentAction(intent)) {
    const actor = { ...administrator, organizationId: null };
    const outcome = await changeIncident(app, actor, read('incidentId'), intent);
    return outcome.kind === 'done' ? { kind: 'done', ...incidentDone[intent] } : outcome;
  }
  switch (intent) {
    case 'quota': {
      const outcome = await submitQuota(
        app,
        administrator,
        read,
        readSeen(form, ['executionsPerHour', 'executionsPerDay']),
      );
      return outcome.kind === 'done' ? done('Quota saved', 'It applies from now on.') : outcome;
    }
    case 'resend-mails': {
      const outcome = await resendGivenUpMails(app, administrator);
      if (outcome.kind !== 'queued') return outcome;
      if (outcome.count === 0) return done('Nothing to send', 'No email is given up any more.');
      return done(
        outcome.count === 1 ? '1 email is sent again' : `${outcome.count} emails are sent again`,
        (await isPaused(app.db))
          ? 'Everything is paused: those written before leave when you resume. Links in them may have expired.'
          : 'They are tried for a day. Links in them may have expired.',
      );
    }
    case 'pause': {
      const outcome = await pauseInstallation(app, administrator);
      if (outcome.kind !== 'paused') return outcome;
      return done('Paused', 'Nothing new starts. Webhooks are accepted and wait.');
    }
    case 'resume': {
      const outcome = await resumeInstallation(app, administrator);
      return outcome.kind === 'resumed' ? done('Resumed', 'Everything that waited starts now.') : outcome;
    }
    case 'read-only':
    case 'read-write': {
      const isReadOnly = intent === 'read-only';
      const outcome = await changeReadOnly(app, administrator, isReadOnly);
      if (outcome.kind !== 'changed') return outcome;
      return isReadOnly
        ? done('Read-only', 'Nothing can be changed. Webhooks are accepted and executed.')
        : done('Changes allowed', 'Everything can be changed again.');
    }
    default:
      return { kind: 'not-found' };
  }
}

/** Performs an action and redirects to the view of its button, with a toast about the outcome. */
export async function submitAdministration(submitted: Submitted, intent: string): Promise<Response> {
  return respondToAction(submitted, await perform(submitted, intent));
}

/** Redirects to the view that the form was sent from, with a toast about the outcome. */
export function respondToAction({ app, administrator, read }: Submitted, outcome: Done | Problem) {
  const lostOffice =
    outcome.kind === 'done' &&
    read('userId') === administrator.userId &&
    read('intent') === 'remove-administrator';
  const back = lostOffice ? '/' : findList(read);
  if (outcome.kind === 'done') {
    const { title, description } = outcome;
    return redirectWithToast(app, back, { tone: 'success', title, description });
  }
  const description = describeProblem(outcome).body.message;
  return redirectWithToast(app, back, { tone: 'destructive', title: 'Error', description });
}

/** Returns the address of the page of the list that the form was sent from. The list is known by what the form names. */
function findList(read: (name: string) => string): string {
  if (read('incidentId')) return '/admin?view=alerts';
  const view = read('userId') ? 'users' : read('organizationId') && 'organizations';
  if (!view) return '/admin';
  const query = new URLSearchParams({ view });
  for (const name of ['search', 'before']) if (read(name)) query.set(name, read(name));
  return `/admin?${query}`;
}
