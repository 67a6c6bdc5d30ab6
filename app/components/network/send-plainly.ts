/** How a form is sent that waited for the server's sign of life. */
const way = 'data-sent';

/** In milliseconds. */
const longestCheck = 5_000;

/**
 * Has the browser send a form by itself, as without script, so that the server renders the whole page anew. It does nothing
 * where the page's script alone can do what was pressed. The browser would replace the page, with all that is typed there, by an
 * error if the server could not be reached, so the server is asked first; where it does not answer, the script sends the form.
 *
 * @param event before the document's listeners have it
 * @param place the part of the page whose script is lost: the server does what is pressed there
 */
export function sendPlainly(event: SubmitEvent, place: Element): void {
  const { submitter, currentTarget: form } = event;
  if (!(form instanceof HTMLFormElement) || form.getAttribute(way) === 'by script') return;
  if (submitter?.matches('[name=__intent__]') && !place.contains(submitter)) return;
  // React listens at the document.
  event.stopPropagation();
  if (form.getAttribute(way) === 'plainly') return letLeave();
  // The form may have another such part, and the user may press again.
  event.preventDefault();
  if (!form.hasAttribute(way)) void sendWhenKnown(form, submitter);
}

async function sendWhenKnown(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  form.setAttribute(way, 'not yet');
  form.setAttribute(way, (await answers()) ? 'plainly' : 'by script');
  // The user may have gone on to another page, or the button may be gone.
  if (form.isConnected) form.requestSubmit(submitter && form.contains(submitter) ? submitter : null);
  form.removeAttribute(way);
}

/** Nothing that is sent is lost, so the browser must not ask. */
function letLeave(): void {
  addEventListener('beforeunload', (leaving) => leaving.stopImmediatePropagation(), {
    capture: true,
    once: true,
  });
}

/** Checks whether the server answers, and not what stands before it. */
async function answers(): Promise<boolean> {
  try {
    const { status } = await fetch('/healthz', {
      cache: 'no-store',
      signal: AbortSignal.timeout(longestCheck),
    });
    return status < 500;
  } catch {
    return false;
  }
}
