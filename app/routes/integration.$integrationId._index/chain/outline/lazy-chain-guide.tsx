import { type ComponentType, lazy, memo, Suspense } from 'react';
import { ChainGuide, type ChainGuideProps } from './chain-guide';

/**
 * The guide's texts come with the page and work by themselves, so its script is not waited for: React keeps what the
 * server drew until it is there. The server, which must not wait either, has it already.
 */
const Guide: ComponentType<ChainGuideProps> = import.meta.env.SSR
  ? ChainGuide
  : lazy(() => import('./chain-guide').then((loaded) => ({ default: loaded.ChainGuide })));

/** Not rendered anew with what is around it: React would give up what the server drew, with the panels opened in it. */
export const LazyChainGuide = memo(function LazyChainGuide(props: ChainGuideProps) {
  return (
    <Suspense>
      <Guide {...props} />
    </Suspense>
  );
});
