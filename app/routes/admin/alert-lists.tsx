import { ChannelList, type ListedChannel } from '~/components/alerts/channel-list';
import { IncidentList, type ShownIncident } from '~/components/alerts/incident-list';

interface AlertListsProps {
  channels: ListedChannel[];
  incidents: ShownIncident[];
}

/** What goes wrong with the installation as a whole, and who is notified. */
export function AlertLists({ channels, incidents }: AlertListsProps) {
  return (
    <>
      <IncidentList incidents={incidents} action="/admin" />
      <ChannelList
        channels={channels}
        base="/admin/alerts"
        text="Who is notified when a backup fails, the disk is nearly full or work piles up."
      />
    </>
  );
}
