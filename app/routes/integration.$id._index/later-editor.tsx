import { type ComponentProps, type FunctionComponent, Suspense } from 'react';
import { later } from '~/components/later';
import { Editor } from './editor';
import { isSecondStep } from './step-address';

type EditorProps = ComponentProps<typeof Editor>;

/** Whoever tests and deploys does not load the script of the step before. The server, which must not wait, has it already. */
const Step: FunctionComponent<EditorProps> = import.meta.env.SSR
  ? Editor
  : later(
      () => import('./editor').then((loaded) => loaded.Editor),
      () => !isSecondStep(new URL(window.location.href)),
    );

export function LaterEditor(props: EditorProps) {
  return (
    <Suspense>
      <Step {...props} />
    </Suspense>
  );
}
