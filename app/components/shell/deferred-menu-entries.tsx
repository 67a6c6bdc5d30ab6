import { BookOpen } from '~/components/icons/icons';
import { MenuLink } from '../ui/menu';
import { ThemeSwitch } from './theme-switch';

/** The entries of the account menu that a screen does not need at first: their script loads after that of the screen. */
export function DeferredMenuEntries() {
  return (
    <>
      <MenuLink to="/docs" icon={BookOpen}>
        Documentation
      </MenuLink>
      <ThemeSwitch />
    </>
  );
}
