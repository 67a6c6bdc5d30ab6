import { BookOpen } from 'lucide-react';
import { MenuLink } from '../ui/menu';
import { ThemeSwitch } from './theme-switch';

/** What of the account menu a screen can do without at first: its script comes after that of the screen. */
export function LaterMenuEntries() {
  return (
    <>
      <MenuLink to="/docs" icon={BookOpen}>
        Documentation
      </MenuLink>
      <ThemeSwitch />
    </>
  );
}
