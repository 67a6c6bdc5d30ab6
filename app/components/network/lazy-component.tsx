import { type FunctionComponent, lazy, Suspense, useState } from 'react';

const preloads: Promise<unknown>[] = [];

/** Resolves when the script of every part that the page shows is there, or cannot be had. */
export async function preloadComponents(): Promise<void> {
  await Promise.allSettled(preloads);
}

/**
 * A part of a page whose script is loaded apart: when it is first shown or, when it is `isNeeded` as the script of its
 * page arrives, at once. Then React takes the page over only afterwards, and this part at the same moment as all around
 * it: without a Suspense, behind which it would follow later, and what is typed or pressed in between could be dropped.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  isNeeded: () => boolean,
): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | undefined;
  async function loadPart() {
    loaded = await load();
    return { default: loaded };
  }
  if (isNeeded()) preloads.push(loadPart());
  const Awaited = lazy(loadPart) as unknown as FunctionComponent<Props>;

  return function LazyComponent(props) {
    // The same for as long as it is shown, so that nothing in it begins anew.
    const [{ Part }] = useState(() => ({ Part: loaded }));
    if (Part) return <Part {...props} />;
    return (
      <Suspense>
        <Awaited {...props} />
      </Suspense>
    );
  };
}
