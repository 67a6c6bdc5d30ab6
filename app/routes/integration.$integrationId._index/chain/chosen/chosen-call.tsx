// Tracks which part of the form is open. All parts belong to one form: the style sheet hides the other parts with script,
// and they are folded without.
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useHydrated } from '~/components/ui/use-hydrated';
import { followChoice } from './follow-choice';

/** The part that a narrow window shows. A wide window shows the outline beside the trigger or a call. */
type NarrowScreen = 'outline' | 'trigger' | 'call';

export interface ChosenCall {
  /** The index of the call in the chain. */
  index: number;
  /** The index of the call that was open last or that a link names: it is opened once the whole page has its script. */
  expected: number;
  screen: NarrowScreen;
  choose: (index: number) => void;
  show: (screen: NarrowScreen) => void;
}

const ChosenCallContext = createContext<ChosenCall>({
  index: 0,
  expected: 0,
  screen: 'outline',
  choose: () => {},
  show: () => {},
});

export const ChosenCallProvider = ChosenCallContext.Provider;

export function useChosen(): ChosenCall {
  return useContext(ChosenCallContext);
}

/** The trigger, or a call by its index. */
type Part = number | 'trigger';

interface ChosenCallOptions {
  integrationId: string;
  /** The ids of the calls, in order. */
  ids: readonly string[];
  /** The part that the server's response is about; undefined for the part that was open last. */
  first: Part | undefined;
  /** The last refusal of a save; each is a new object. */
  refusal: object | undefined;
  /** The first part with an error; undefined when there is none. */
  wrong: Part | undefined;
  /** Whether a save is under way. */
  isSaving: boolean;
}

/**
 * Keeps the chosen call for each integration in this tab, and follows it when calls are added, removed and moved.
 * `shownWrong` counts how often a refused save opened a part with an error.
 */
export function useChosenCall({ integrationId, ids, first, refusal, wrong, isSaving }: ChosenCallOptions) {
  const name = `chosen-call:${integrationId}`;
  const hydrated = useHydrated();
  const last = ids.length - 1;
  const [state, setState] = useState(() => ({
    ids,
    ...readChoice(hydrated ? name : undefined, last, hydrated ? window.location.hash : ''),
    ...(first !== undefined && openPart(first)),
    isRead: hydrated || first !== undefined,
    refusal,
    awaitsWrong: false,
    shownWrong: 0,
    isSaving,
    // A user who opens another part during a save stays there when the save is refused.
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
    setState({ ...state, ...openPart(wrong), awaitsWrong: false, shownWrong: state.shownWrong + 1 });
  }
  const { index, isRead, shownWrong } = state;
  const screen = state.screen as NarrowScreen;
  useEffect(() => {
    if (isRead) writeChoice(name, index, screen);
  }, [isRead, name, index, screen]);
  // A user may choose before this tab's last choice is read, which must not take the place of theirs.
  const choose = useCallback(
    (chosen: number) =>
      setState((current) => ({
        ...current,
        index: chosen,
        screen: 'call',
        isRead: true,
        hasGoneOn: current.isSaving,
      })),
    [],
  );
  const show = useCallback(
    (shown: NarrowScreen) =>
      setState((current) => ({ ...current, screen: shown, isRead: true, hasGoneOn: current.isSaving })),
    [],
  );
  const expected = isRead || import.meta.env.SSR ? index : readChoice(name, last, window.location.hash).index;
  const chosen = useMemo<ChosenCall>(
    () => ({ index, expected, screen, choose, show }),
    [index, expected, screen, choose, show],
  );
  return { chosen, shownWrong };
}

function openPart(part: Part): { index?: number; screen: NarrowScreen } {
  return part === 'trigger' ? { screen: part } : { index: part, screen: 'call' };
}

/** Reads what this tab chose last, unless the page's address names another part. Without a `name` nothing is known yet. */
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

/** Reads the part that a link from another screen names. */
function readLink(hash: string): { index?: number; screen: NarrowScreen } | undefined {
  if (hash === '#trigger' || hash === '#sample') return { screen: 'trigger' };
  const call = /^#(?:call|condition|loop)-(\d+)$/.exec(hash)?.[1];
  return call === undefined ? undefined : { index: Number(call) - 1, screen: 'call' };
}

function readKept(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    // A browser may refuse storage to this site.
    return null;
  }
}

function writeChoice(name: string, index: number, screen: NarrowScreen): void {
  try {
    sessionStorage.setItem(name, `${index} ${screen}`);
  } catch {
    // Without storage, the next visit begins at the first call.
  }
}
