// React renders navigations in transitions: of one that a busy browser is late for, or that falls into the time in which a part of
// the page waits for its script, it renders nothing but the end. So what begins comes from the router itself.
import { useLocation, useNavigation } from '@remix-run/react';
import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a check for effects: whether what is rendered shows the end of all navigations. It changes when that may have changed. */
export function useSettled(): () => boolean {
  const { state } = useNavigation();
  const { key } = useLocation();
  return useCallback(() => {
    const { navigation, location } = __remixRouter.state;
    return state === 'idle' && navigation.state === 'idle' && location.key === key;
  }, [state, key]);
}

/**
 * Calls `onEnd` with a form that the page sent when its end is rendered: in a layout effect, before the next key press. Returns the
 * form under way; another navigation ends it without a call.
 */
export function useSentForm(onEnd?: (sent: FormData) => void): { readonly current: FormData | undefined } {
  const isSettled = useSettled();
  const sending = useRef<FormData>(undefined);
  useLayoutEffect(
    () =>
      __remixRouter.subscribe(({ navigation }) => {
        if (navigation.state !== 'idle') sending.current = navigation.formData;
      }),
    [],
  );
  useLayoutEffect(() => {
    const sent = sending.current;
    if (!sent || !isSettled()) return;
    sending.current = undefined;
    onEnd?.(sent);
  }, [isSettled, onEnd]);
  return sending;
}
