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

/** Returns the form that the page sent, from then on until its end is rendered or another navigation begins. */
export function useFormUnderWay(): { readonly current: FormData | undefined } {
  const isSettled = useSettled();
  const sentRef = useLastSent();
  useLayoutEffect(() => {
    if (isSettled()) sentRef.current = undefined;
  }, [sentRef, isSettled]);
  return sentRef;
}

/**
 * Calls `onEnd` with a form that the page sent when its end is rendered: in a layout effect, before the next key press. Another
 * navigation ends the form without a call.
 */
export function useFormEnd(onEnd: (sent: FormData) => void): void {
  const isSettled = useSettled();
  const sentRef = useLastSent();
  useLayoutEffect(() => {
    const { current } = sentRef;
    if (!current || !isSettled()) return;
    sentRef.current = undefined;
    onEnd(current);
  }, [sentRef, isSettled, onEnd]);
}

/** Notes the form of each navigation; what ends it is up to the caller. */
function useLastSent(): { current: FormData | undefined } {
  const sentRef = useRef<FormData>(undefined);
  useLayoutEffect(
    () =>
      __remixRouter.subscribe(({ navigation }) => {
        if (navigation.state !== 'idle') sentRef.current = navigation.formData;
      }),
    [],
  );
  return sentRef;
}
