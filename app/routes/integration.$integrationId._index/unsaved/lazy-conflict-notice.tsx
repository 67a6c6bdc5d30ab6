import { type ComponentProps, type ComponentType, lazy, memo, Suspense } from 'react';
import { ConflictNotice } from './conflict-notice';

type Props = ComponentProps<typeof ConflictNotice>;

/**
 * Few saves meet another, so its script is loaded when one does; should that fail, the bar below still tells. What the
 * server drew stays until it is there. The server, which must not wait, has it already.
 */
const Notice: ComponentType<Props> = import.meta.env.SSR
  ? ConflictNotice
  : lazy<ComponentType<Props>>(() =>
      import('./conflict-notice').then(
        (loaded) => ({ default: loaded.ConflictNotice }),
        () => ({ default: () => null }),
      ),
    );

/** Not rendered anew with what is around it: React would give up what the server drew. */
export const LazyConflictNotice = memo(function LazyConflictNotice(props: Props) {
  return (
    <Suspense>
      <Notice {...props} />
    </Suspense>
  );
});
