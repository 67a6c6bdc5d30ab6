import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';
import { DeployStep } from './deploy-step';

type DeployStepProps = ComponentProps<typeof DeployStep>;

/** Whoever edits the calls does not load the script of the step after. The server, which must not wait, has it already. */
const Step: ComponentType<DeployStepProps> = import.meta.env.SSR
  ? DeployStep
  : lazy(() => import('./deploy-step').then((loaded) => ({ default: loaded.DeployStep })));

export function LaterDeployStep(props: DeployStepProps) {
  return (
    <Suspense>
      <Step {...props} />
    </Suspense>
  );
}
