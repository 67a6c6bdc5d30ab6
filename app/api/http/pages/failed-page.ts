// The page in place of a screen that failed: it says why, names the request by its id in the log, and shows again what the user
// typed. A screen whose session had ended does the same after the login.
import { findViewer } from '~/auth/guards';
import type { AppContext, PageFailure } from '~/context';
import { type PageViewer, refusalHeader } from '~/failures';
import { describeProblem, type Problem } from '~/problem';
import { explainStoringFailure } from '~/services/installation/storing-failures';
import { followUnsentForm, leadBackToForm, openAgain } from './lost-form';
import { copySentForm, repeatForm } from './sent-form';

interface FollowedPage extends PageFailure {
  /** Finishes the response, with the status and the reason of the failure, or with the way back to what the user typed. */
  finish(response: Response): Promise<Response>;
}

/** @param request unread */
export function followPage(context: AppContext, request: Request, requestId: string): FollowedPage {
  const readForm = copySentForm(request);
  const forget = followUnsentForm(context, request);
  let problem: Problem | undefined;
  return {
    note(error) {
      problem ??= explainStoringFailure(context, error);
    },
    async describe() {
      const reason = problem && describeProblem(problem).body.message;
      const viewer = await tellViewer(context, request);
      const form = await readForm?.();
      return { id: requestId, sent: form && repeatForm(form), reason, viewer };
    },
    async finish(response) {
      await forget?.(response);
      if (readForm && response.status === 302) return leadBackToForm(context, request, response, readForm);
      if (response.status < 500) return openAgain(context, request, response);
      if (!problem) return response;
      const { status, headers, body } = describeProblem(problem);
      const answer = new Response(response.body, { status, headers: response.headers });
      for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
      // When script sent the form, the page stays in the browser and shows this message.
      answer.headers.set(refusalHeader, body.message);
      return answer;
    },
  };
}

/** Returns the viewer; undefined also when the database cannot be read, since this page is shown then, too. */
async function tellViewer(context: AppContext, request: Request): Promise<PageViewer | undefined> {
  const viewer = await findViewer(context, request).catch(() => undefined);
  if (!viewer) return undefined;
  const { firstName, lastName, email } = viewer.user;
  const { membership } = viewer;
  return {
    user: { firstName, lastName, email },
    membership: membership && { organizationName: membership.organizationName },
  };
}
