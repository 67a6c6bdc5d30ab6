// Which part of the form is open. All of it is one form: what is not chosen is hidden by the style sheet where script
// runs, and folded where it does not.
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useHydrated } from '~/components/ui/use-hydrated';
import { followChoice } from './follow-choice';

/** What a narrow window shows of trigger, outline and call. A wide one has the outline beside trigger or call. */
export type NarrowScreen = 'outline' | 'trigger' | 'call';

export interface ChosenCall {
  /** Its place in the chain. */
  index: number;
  screen: NarrowScreen;
  choose: (index: number) => void;
  show: (screen: NarrowScreen) => void;
}

const ChosenCallContext = createContext<ChosenCall>({
  index: 0,
  screen: 'outline',
  choose: () => {},
  show: () => {},
});

export const ChosenCallProvider = ChosenCallContext.Provider;

export function useChosen(): ChosenCall {
  return useContext(ChosenCallContext);
}

interface ChosenCallOptions {
  integrationId: string;
  /** Of the calls in their order. */
  ids: readonly string[];
  /** The call that the server has something to say about; undefined: the one that was chosen last. */
  first: number | undefined;
  /** The last save that was refused; another one is another object. */
  refusal: object | undefined;
  /** The first part in which something is wrong, a call by its place; undefined while nothing is. */
  wrong: number | 'trigger' | undefined;
  /** A save is under way. */
  isSaving: boolean;
}

/**
 * Keeps the chosen call, for each integration in this tab, and follows it as calls come, go and move. `shownWrong`
 * counts how often a refused save led to what is wrong.
 */
export function useChosenCall({ integrationId, ids, first, refusal, wrong, isSaving }: ChosenCallOptions) {
  const name = `chosen-call:${integrationId}`;
  const hydrated = useHydrated();
  const last = ids.length - 1;
  const [state, setState] = useState(() => ({
    ids,
    ...(first === undefined
      ? readChoice(hydrated ? name : undefined, last, hydrated ? window.location.hash : '')
      : { index: first, screen: 'call' }),
    isRead: hydrated || first !== undefined,
    refusal,
    awaitsWrong: false,
    shownWrong: 0,
    isSaving,
    // Who goes on to another part while a save is under way is not taken away from there by its refusal.
    hasGoneOn: false,
  }));
  if (hydrated && !state.isRead) {
    const { index, screen: linked, isLinked } = readChoice(name, last, window.location.hash);
    setState({ ...state, index, screen: isLinked ? linked : state.screen, isRead: true });
  } else if (ids.join('\n') !== state.ids.join('\n')) {
    const { index, isNew } = followChoice(state.ids, state.index, ids);
    setState({ ...state, ids, index, screen: isNew ? 'call' : state.screen });
  } else if (isSaving !== state.isSaving) {
    setState({ ...state, isSaving, hasGoneOn: state.hasGoneOn && !isSaving });
  } else if (refusal !== state.refusal) {
    setState({ ...state, refusal, awaitsWrong: refusal !== undefined && !state.hasGoneOn });
  } else if (state.awaitsWrong && wrong !== undefined) {
    const place =
      wrong === 'trigger' ? { screen: 'trigger' as const } : { index: wrong, screen: 'call' as const };
    setState({ ...state, ...place, awaitsWrong: false, shownWrong: state.shownWrong + 1 });
  }
  const { index, isRead, shownWrong } = state;
  const screen = state.screen as NarrowScreen;
  useEffect(() => {
    if (isRead) writeChoice(name, index, screen);
  }, [isRead, name, index, screen]);
  const choose = useCallback(
    (chosen: number) =>
      setState((current) => ({ ...current, index: chosen, screen: 'call', hasGoneOn: current.isSaving })),
    [],
  );
  const show = useCallback(
    (shown: NarrowScreen) =>
      setState((current) => ({ ...current, screen: shown, hasGoneOn: current.isSaving })),
    [],
  );
  const chosen = useMemo<ChosenCall>(() => ({ index, screen, choose, show }), [index, screen, choose, show]);
  return { chosen, shownWrong };
}

/** What this tab chose last, unless the page's address names something else; no `name`: nothing is known yet. */
function readChoice(name: string | undefined, last: number, hash = '') {
  const [kept, screen = 'outline'] = (name === undefined ? null : readKept(name))?.split(' ') ?? [];
  const linked = readLink(hash);
  const index = linked?.index ?? Number(kept ?? 0);
  return {
    index: Number.isInteger(index) ? Math.max(0, Math.min(index, last)) : 0,
    screen: linked?.screen ?? screen,
    isLinked: linked !== undefined,
  };
}

/** What a link of another screen is about. */
function readLink(hash: string): { index?: number; screen: NarrowScreen } | undefined {
  if (hash === '#trigger' || hash === '#sample') return { screen: 'trigger' };
  const call = /^#call-(\d+)$/.exec(hash)?.[1];
  return call === undefined ? undefined : { index: Number(call) - 1, screen: 'call' };
}

function readKept(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    // A browser may keep nothing for this site.
    return null;
  }
}

function writeChoice(name: string, index: number, screen: NarrowScreen): void {
  try {
    sessionStorage.setItem(name, `${index} ${screen}`);
  } catch {
    // Then the next visit begins at the first call.
  }
}
