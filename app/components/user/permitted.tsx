import { useRouteLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Banner } from '../ui/banner';

/** What the person may do with the integrations of the selected organization, and whether they manage its alerts. */
interface May {
  edit: boolean;
  run: boolean;
  alerts: boolean;
}

/** The part of the root loader's data that is used here. */
type RootLoader = () => Promise<{ may: May }>;

const everything: May = { edit: true, run: true, alerts: true };

/** What the person may do, as of the last load; the server asks again at each change, and so refuses more than this leaves out. */
export function useMay(): May {
  return useRouteLoaderData<RootLoader>('root')?.may ?? everything;
}

interface PermittedProps {
  to: keyof May;
  /** What everybody else sees; nothing without it. */
  otherwise?: ReactNode;
  children: ReactNode;
}

/** Shows its content only to a person who may do it. */
export function Permitted({ to, otherwise, children }: PermittedProps) {
  return useMay()[to] ? children : otherwise;
}

/** Says that the integration of the page is not the person's to change; nothing for who edits. */
export function AccessNotice() {
  const may = useMay();
  if (may.edit) return null;
  return (
    <div className="mb-5">
      <Banner>
        You may {may.run ? 'run' : 'look at'} this integration but not change it. Ask an owner or an admin.
      </Banner>
    </div>
  );
}
