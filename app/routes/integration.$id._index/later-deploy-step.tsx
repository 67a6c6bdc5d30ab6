import type { ComponentProps, FunctionComponent } from 'react';
import { later } from '~/components/later';
import { DeployStep } from './deploy-step';
import { isSecondStep } from './step-address';

/** Whoever edits the calls does not load the script of the step after. The server, which must not wait, has it already. */
export const LaterDeployStep: FunctionComponent<ComponentProps<typeof DeployStep>> = import.meta.env.SSR
  ? DeployStep
  : later(
      () => import('./deploy-step').then((loaded) => loaded.DeployStep),
      () => isSecondStep(new URL(window.location.href)),
    );
