import { flatRoutes } from '@remix-run/fs-routes';
import { route, type RouteConfig } from '@remix-run/route-config';

/** The page of components, which only the development server has. */
const design = import.meta.env.DEV ? [route('design', 'design/route.tsx')] : [];

/** A file or folder of `routes` is an address: dots separate its parts, `$` begins a parameter (Remix, flat routes). */
export default [...(await flatRoutes()), ...design] satisfies RouteConfig;
