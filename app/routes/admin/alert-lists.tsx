import { ChannelList, type ListedChannel } from '~/components/alerts/channel-list';
import { IncidentList, type ShownIncident } from '~/components/alerts/incident-list';

interface AlertListsProps {
  channels: ListedChannel[];
  incidents: ShownIncident[];
}

/** Lists the incidents of the whole installation, and the channels that are notified. */
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
