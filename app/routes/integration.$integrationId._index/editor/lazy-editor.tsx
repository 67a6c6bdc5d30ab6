import type { ComponentProps, FunctionComponent } from 'react';
import { lazyComponent } from '~/components/network/lazy-component';
import { Editor } from './editor';
import { isDeployStep } from '../../integration.$integrationId/step-url';

/** The second step does not load the script of the first. The server, which must not wait, has it already. */
export const LazyEditor: FunctionComponent<ComponentProps<typeof Editor>> = import.meta.env.SSR
  ? Editor
  : lazyComponent(
      () => import('./editor').then((loaded) => loaded.Editor),
      () => !isDeployStep(new URL(window.location.href)),
    );
