import { type ComponentType, lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useHydrated } from '../ui/use-hydrated';
import { describeStored, readTyped, type StoredField, type Typed, writeTyped } from './typed-values';

interface Substitutes<Props> {
  /**
   * Drawn until the script is there; nothing, unless given. Where it takes the place of what the server drew, it gets
   * `typed`, to be filled with what was typed there.
   */
  until?: ComponentType<Props & { typed?: Typed }>;
  /** Drawn when the script cannot be had, as without network; unless given, the page's error screen is. */
  without?: ComponentType<Props & { typed?: Typed }>;
  /**
   * The form's fields that the part holds. When one's stored value or name changes before the script is there, the part is
   * drawn anew at once; unless given, the server's drawing stays until then.
   */
  fields?: (props: Props) => StoredField[];
}

/** What the server drew: the stored fields it shows, and what it was drawn with. */
interface Served<Props> {
  from: string;
  props: Props & { typed: Typed };
}

/**
 * A dialog, or another part of a page, that few visits show: its script is loaded when it is first shown. What the
 * server drew of it stays until then, and so does what is typed there: with new properties React would draw it anew. It still
 * does when a context around it changes, as the place in the page does with a link that is followed, and when something is
 * sent: then what was typed goes over to `until`, and to the part after it.
 *
 * @param drawn the part itself on the server, which must not wait: `import.meta.env.SSR && Part`, so that no page holds it
 */
export function lazyPart<Props extends object>(
  drawn: ComponentType<Props> | false,
  load: () => Promise<ComponentType<Props>>,
  { until: Until, without, fields = () => [] }: Substitutes<Props> = {},
): ComponentType<Props> {
  async function loadPart() {
    try {
      return { default: await load() };
    } catch (error) {
      if (!without) throw error;
      return { default: without };
    }
  }
  function drawAnew(served: Served<Props> | undefined) {
    if (!served) return served;
    readTyped(fields(served.props), served.props.typed);
    return { ...served, props: { ...served.props } };
  }
  const Part = drawn || (lazy(loadPart) as unknown as ComponentType<Props>);
  return function LazyPart(props) {
    const isHydrated = useHydrated();
    const describe = () => describeStored(fields(props));
    const [served, setServed] = useState<Served<Props> | undefined>(
      isHydrated ? undefined : () => ({ from: describe(), props: { ...props, typed: new Map() } }),
    );
    if (served && served.from !== describe()) setServed(undefined);
    const typed = served?.props.typed;
    useEffect(() => {
      if (!typed) return;
      // While the part is as the server drew it, React holds back transitions, and Remix tells of what is sent in one: that it
      // is under way, and the response, would show when the script is there.
      return __remixRouter.subscribe(({ navigation }) => {
        if (navigation.state === 'submitting') flushSync(() => setServed(drawAnew));
      });
    }, [typed]);
    const shown = served?.props ?? props;
    return useMemo(
      () => (
        <Suspense fallback={Until && <Until {...shown} />}>
          <Part {...shown} />
          <Taken {...shown} onTaken={setServed} />
        </Suspense>
      ),
      [shown],
    );
  };
}

/** Tells when React has taken over what stands around it. */
function Taken({ typed, onTaken }: { typed?: Typed; onTaken: (served: undefined) => void }) {
  useEffect(() => {
    if (typed) writeTyped(typed);
    onTaken(undefined);
  }, [typed, onTaken]);
  return null;
}

/** For a part that can be left out when its script cannot be loaded. */
export function Nothing(): null {
  return null;
}
