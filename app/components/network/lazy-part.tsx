import {
  type ComponentType,
  lazy,
  Suspense,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { runAfterPointerRelease } from '../pointer/after-pointer-release';
import { useHydrated } from '../ui/use-hydrated';
import { onLostPart, reportLostPart, untilOnline } from './lost-reads';
import {
  describeStored,
  collectTypedTexts,
  type StoredField,
  type TypedTexts,
  writeTyped,
} from './typed-values';

interface Substitutes<Props> {
  /**
   * Shown until the script is loaded; nothing by default. When it replaces the server's rendering, it gets `typed`, the map for
   * what the user typed there.
   */
  until?: ComponentType<Props & { typed?: TypedTexts }>;
  /**
   * Shown while the script cannot be loaded, as without network; by default `until`, or else nothing: an error screen would remove
   * what the user typed on the page. It replaces the server's rendering only when the user goes on to another address, or sends a
   * form.
   */
  without?: ComponentType<Props & { typed?: TypedTexts }>;
  /**
   * The form's fields that the part holds. When a field's stored value or name changes before the script is loaded, the part is
   * rendered anew at once. By default the server's rendering stays until then.
   */
  fields?: (props: Props) => StoredField[];
}

/** A part whose script is loaded when it is first shown, or by `preload`, after which it is shown at once. */
export type LazyPart<Props> = ComponentType<Props> & { preload: () => void };

/** The server's rendering: the stored fields it shows, and its properties. */
interface Served<Props> {
  from: string;
  props: Props & { typed: TypedTexts };
}

/**
 * Returns a dialog, or another part of a page, that few visits show: its script is loaded when it is first shown. The server's
 * rendering stays until then, with what the user types there; new properties would make React render it anew. So do a changed
 * context, as the page's address after a followed link, and a sent form. Then the typed text moves to `until`, and from there
 * to the part. What the user typed before the script is part of the form's state when React hydrates the part: until
 * `useHydrated`, its texts must come from the initial values, or React would render the part anew without the typed text.
 *
 * @param drawn the part itself on the server, which must not wait: `import.meta.env.SSR && Part`, so that no page contains it
 */
export function lazyPart<Props extends object>(
  drawn: ComponentType<Props> | false,
  load: () => Promise<ComponentType<Props>>,
  { until: Until, without: Without = Until, fields = () => [] }: Substitutes<Props> = {},
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  let failure: unknown;
  const loadPart = async () => ({ default: (loaded = await load()) });
  const loadLazily = async () => {
    const part = await loadOrRetry(loadPart, (error) => (failure = error));
    // Its arrival may move what is being pressed.
    await new Promise<void>((resolve) => runAfterPointerRelease(resolve));
    return part;
  };
  function Waiting(props: Props & { typed?: TypedTexts }) {
    const lost = useSyncExternalStore(
      onLostPart,
      () => failure,
      () => undefined,
    );
    const Shown = lost === undefined ? Until : Without;
    return Shown && <Shown {...props} />;
  }
  function drawAnew(served: Served<Props> | undefined) {
    if (!served) return served;
    collectTypedTexts(fields(served.props), served.props.typed);
    return { ...served, props: { ...served.props } };
  }
  const Part = drawn || (lazy(loadLazily) as unknown as ComponentType<Props>);
  function LazyPart(props: Props) {
    const [Shown] = useState(() => loaded ?? Part);
    const isHydrated = useHydrated();
    const describe = () => describeStored(fields(props));
    const [served, setServed] = useState<Served<Props> | undefined>(
      isHydrated ? undefined : () => ({ from: describe(), props: { ...props, typed: new Map() } }),
    );
    if (served && served.from !== describe()) setServed(undefined);
    const typed = served?.props.typed;
    useEffect(() => {
      if (!typed) return;
      // Until the script is loaded, React holds transitions back. Remix reports a sent form in a transition, so that its
      // pending state and its response would show only after the script. If that is lost, a followed link would do nothing.
      return __remixRouter.subscribe(({ navigation, fetchers }) => {
        const isOfForm = [navigation, ...fetchers.values()].some(({ state }) => state === 'submitting');
        const isHeldBack = failure
          ? Without && (isOfForm || navigation.state === 'loading')
          : navigation.state === 'submitting';
        if (isHeldBack) flushSync(() => setServed(drawAnew));
      });
    }, [typed]);
    const shown = served?.props ?? props;
    return useMemo(
      () => (
        <Suspense fallback={<Waiting {...shown} />}>
          <Shown {...shown} />
          <Taken {...shown} onTaken={setServed} />
        </Suspense>
      ),
      [shown, Shown],
    );
  }
  return Object.assign(LazyPart, { preload: () => void loadPart().catch(() => undefined) });
}

/** Loads a part's script, again and again. When it cannot be loaded at first, a toast says so, and `onLost` is called before. */
export async function loadOrRetry<Value>(
  load: () => Promise<Value>,
  onLost?: (error: unknown) => void,
): Promise<Value> {
  let isLost = false;
  for (let waitMs = 2000; ; waitMs = Math.min(2 * waitMs, 30_000)) {
    try {
      return await load();
    } catch (error) {
      if (!isLost) {
        isLost = true;
        onLost?.(error);
        reportLostPart();
      }
      await untilOnline(waitMs);
    }
  }
}

/** Reports when React has hydrated the part around it. */
function Taken({ typed, onTaken }: { typed?: TypedTexts; onTaken: (served: undefined) => void }) {
  useEffect(() => {
    if (typed) writeTyped(typed);
    onTaken(undefined);
  }, [typed, onTaken]);
  return null;
}

/** Replaces a part that can be left out when its script cannot be loaded. */
export function Nothing(): null {
  return null;
}
