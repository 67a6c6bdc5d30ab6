import { useLayoutEffect, useRef } from 'react';
import { useSettled } from './use-sent-form';

/** A form as the router knows it while it is under way. */
interface Sending {
  formAction: string | undefined;
  formData: FormData | undefined;
}

/**
 * Ignores a press that sends a form again, with the same data, before the end of the first one is rendered: a busy browser renders
 * late that a form is under way, and its button takes presses until then. Used once, around the whole page.
 */
export function useSingleSending(): void {
  const isSettled = useSettled();
  const last = useRef<Sending>(undefined);
  useLayoutEffect(() => {
    if (isSettled()) last.current = undefined;
  }, [isSettled]);
  // Before the browser renders anything else: an effect of a busy browser comes later than the first presses.
  useLayoutEffect(() => {
    const ignore = (event: SubmitEvent) => {
      const pressed = readPressed(event);
      const underWay = [last.current, ...__remixRouter.state.fetchers.values()];
      if (!underWay.some((sent) => sent?.formData && identify(sent) === identify(pressed))) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('submit', ignore, true);
    const unsubscribe = __remixRouter.subscribe(({ navigation }) => {
      if (navigation.state !== 'idle') last.current = navigation;
    });
    return () => {
      window.removeEventListener('submit', ignore, true);
      unsubscribe();
    };
  }, []);
}

function readPressed({ target, submitter }: SubmitEvent): Sending {
  const form = target as HTMLFormElement;
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
  const { pathname, search } = new URL(action, window.location.href);
  return { formAction: pathname + search, formData: new FormData(form, submitter) };
}

function identify({ formAction, formData }: Sending): string {
  // Of a file, the router may know only the name.
  const values = [...(formData ?? [])].map(([name, value]) => [
    name,
    value instanceof File ? value.name : value,
  ]);
  return JSON.stringify([formAction, values]);
}
