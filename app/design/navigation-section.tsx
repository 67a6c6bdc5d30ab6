import { Settings, Trash2 } from '~/components/icons/icons';
import { Menu, MenuButton, MenuLink } from '~/components/ui/menu';
import { Tabs } from '~/components/ui/tabs';
import { Samples, Section } from './section';

const tabs = [
  { value: 'overview', label: 'Overview' },
  { value: 'payment', label: 'Payment' },
  { value: 'company', label: 'Company' },
  { value: 'invoices', label: 'Invoices', count: 3 },
];

export function NavigationSection({ tab }: { tab: string }) {
  const items = tabs.map(({ value, label, count }) => ({
    to: `/design?tab=${value}`,
    label,
    count,
    isCurrent: value === tab,
  }));
  return (
    <Section title="Navigation">
      <Tabs label="Billing" items={items} />
      <Tabs label="Filter" items={items} kind="segmented" />
      <Samples title="Menu">
        <Menu button="Actions">
          <MenuLink to="/design" icon={Settings}>
            Settings
          </MenuLink>
          <MenuButton type="button" icon={Trash2} danger>
            Delete
          </MenuButton>
        </Menu>
      </Samples>
    </Section>
  );
}
