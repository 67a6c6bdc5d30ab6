import type { ComponentProps, FunctionComponent } from 'react';
import { later } from '~/components/later';
import { Editor } from './editor';
import { isSecondStep } from './step-address';

/** Whoever tests and deploys does not load the script of the step before. The server, which must not wait, has it already. */
export const LaterEditor: FunctionComponent<ComponentProps<typeof Editor>> = import.meta.env.SSR
  ? Editor
  : later(
      () => import('./editor').then((loaded) => loaded.Editor),
      () => !isSecondStep(new URL(window.location.href)),
    );
