import { type ComponentType, lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useHydrated } from '../ui/use-hydrated';

interface Substitutes<Props> {
  /** Drawn until the script is there; nothing, unless given. */
  until?: ComponentType<Props>;
  /** Drawn when the script cannot be had, as without network; unless given, the page's error screen is. */
  without?: ComponentType<Props>;
  /**
   * A text that stands for what the server's drawing shows. When it changes before the script is there, the part is drawn
   * anew at once; unless given, the drawing stays until then.
   */
  drawnFrom?: (props: Props) => string;
}

/**
 * A dialog, or another part of a page, that few visits show: its script is loaded when it is first shown. What the
 * server drew of it stays until then, and so does what is typed there: with new properties React would draw it anew. It still
 * does when a context around it changes, as the place in the page does with a link that is followed.
 *
 * @param drawn the part itself on the server, which must not wait: `import.meta.env.SSR && Part`, so that no page holds it
 */
export function lazyPart<Props extends object>(
  drawn: ComponentType<Props> | false,
  load: () => Promise<ComponentType<Props>>,
  { until: Until, without, drawnFrom = () => '' }: Substitutes<Props> = {},
): ComponentType<Props> {
  async function loadPart() {
    try {
      return { default: await load() };
    } catch (error) {
      if (!without) throw error;
      return { default: without };
    }
  }
  const Part = drawn || (lazy(loadPart) as unknown as ComponentType<Props>);
  return function LazyPart(props) {
    const isHydrated = useHydrated();
    const [served, setServed] = useState(isHydrated ? undefined : { props, from: drawnFrom(props) });
    const shown = served && served.from === drawnFrom(props) ? served.props : props;
    return useMemo(
      () => (
        <Suspense fallback={Until && <Until {...shown} />}>
          <Part {...shown} />
          <Taken onTaken={setServed} />
        </Suspense>
      ),
      [shown],
    );
  };
}

/** Tells when React has taken over what stands around it. */
function Taken({ onTaken }: { onTaken: (served: undefined) => void }) {
  useEffect(() => onTaken(undefined), [onTaken]);
  return null;
}

/** For a part that is missed by nobody when its script cannot be had. */
export function Nothing(): null {
  return null;
}
