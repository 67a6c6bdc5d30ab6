import { type ComponentType, lazy, Suspense } from 'react';

interface Substitutes<Props> {
  /** Drawn until the script is there; nothing, unless given. */
  until?: ComponentType<Props>;
  /** Drawn when the script cannot be had, as without network; unless given, the page's error screen is. */
  without?: ComponentType<Props>;
}

/**
 * A dialog, or another part of a page, that few visits show: its script is loaded when it is first shown. What the
 * server drew of it stays until then.
 *
 * @param drawn the part itself on the server, which must not wait: `import.meta.env.SSR && Part`, so that no page holds it
 */
export function lazyPart<Props extends object>(
  drawn: ComponentType<Props> | false,
  load: () => Promise<ComponentType<Props>>,
  { until: Until, without }: Substitutes<Props> = {},
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
    return (
      <Suspense fallback={Until && <Until {...props} />}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** For a part that is missed by nobody when its script cannot be had. */
export function Nothing(): null {
  return null;
}
