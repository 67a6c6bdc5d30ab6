import { type ComponentType, lazy, memo, Suspense } from 'react';
import { ChainGuide } from './chain-guide';

interface GuideProps {
  callCount: number;
}

/**
 * The guide's texts come with the page and work by themselves, so its script is not waited for: React keeps what the
 * server drew until it is there. The server, which must not wait either, has it already.
 */
const Guide: ComponentType<GuideProps> = import.meta.env.SSR
  ? ChainGuide
  : lazy(() => import('./chain-guide').then((loaded) => ({ default: loaded.ChainGuide })));

/** React gives up what the server drew, and panels that were opened in it, when it is rendered anew before. */
export const LaterGuide = memo(function LaterGuide(props: GuideProps) {
  return (
    <Suspense>
      <Guide {...props} />
    </Suspense>
  );
});
