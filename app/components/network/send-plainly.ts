/**
 * Has the browser send a form by itself, as without script, so that the server renders the whole page anew. It does nothing
 * where the page's script alone can do what was pressed, and without a network: what is typed then stays.
 *
 * @param event before the document's listeners have it
 * @param place the part of the page whose script is lost: the server does what is pressed there
 */
export function sendPlainly(event: SubmitEvent, place: Element): void {
  const { submitter } = event;
  if (!navigator.onLine || (submitter?.matches('[name=__intent__]') && !place.contains(submitter))) return;
  // React listens at the document.
  event.stopPropagation();
  // Nothing that is sent is lost, so the browser must not ask.
  addEventListener('beforeunload', (leaving) => leaving.stopImmediatePropagation(), {
    capture: true,
    once: true,
  });
}
