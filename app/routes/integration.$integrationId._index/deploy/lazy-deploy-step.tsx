import type { ComponentProps, FunctionComponent } from 'react';
import { lazyComponent } from '~/components/network/lazy-component';
import { DeployStep } from './deploy-step';
import { isDeployStep } from '../../integration.$integrationId/step-url';

/** The first step does not load the script of the second. The server, which must not wait, has it already. */
export const LazyDeployStep: FunctionComponent<ComponentProps<typeof DeployStep>> = import.meta.env.SSR
  ? DeployStep
  : lazyComponent(
      () => import('./deploy-step').then((loaded) => loaded.DeployStep),
      () => isDeployStep(new URL(window.location.href)),
    );
