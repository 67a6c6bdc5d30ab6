import { type ComponentProps, type FunctionComponent, Suspense } from 'react';
import { later } from '~/components/later';
import { DeployStep } from './deploy-step';
import { isSecondStep } from './step-address';

type DeployStepProps = ComponentProps<typeof DeployStep>;

/** Whoever edits the calls does not load the script of the step after. The server, which must not wait, has it already. */
const Step: FunctionComponent<DeployStepProps> = import.meta.env.SSR
  ? DeployStep
  : later(
      () => import('./deploy-step').then((loaded) => loaded.DeployStep),
      () => isSecondStep(new URL(window.location.href)),
    );

export function LaterDeployStep(props: DeployStepProps) {
  return (
    <Suspense>
      <Step {...props} />
    </Suspense>
  );
}
