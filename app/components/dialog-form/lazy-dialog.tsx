import { type ComponentType, lazy, Suspense } from 'react';

/**
 * A dialog, or another part of a page, that few visits show: its script is loaded when it is first shown. What the
 * server drew of it stays until then.
 *
 * @param drawn the part itself on the server, which must not wait: `import.meta.env.SSR && Part`, so that no page holds it
 */
export function lazyDialog<Props extends object>(
  drawn: ComponentType<Props> | false,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = drawn || (lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>);
  return function LazyDialog(props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}
