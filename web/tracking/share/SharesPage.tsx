import schema from 'virtual:resource/sharelink'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useNow } from '../../kit/format/useNow.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { refreshMs, useRefresh } from '../../kit/lists/useRefresh.ts'
import { useOwners } from '../kit/useOwners.ts'
import type { ShareLink } from './subject.ts'

/** The links that show where trackers are, which are ended here. */
export function SharesPage() {
  const { t } = useTranslation()
  const { time } = useTimes()
  const now = useNow(refreshMs)
  const organisation_id = useSession((session) => session.organisation_id)!
  const ownerOf = useOwners(organisation_id)
  useRefresh('sharelink')
  const shownOf = ({ tracker_name, group_name, tracker_ids, trip_began_at }: ShareLink) =>
    (trip_began_at && tracker_name
      ? t('tracking:share.titleOfTrip', { tracker: tracker_name, time: time(trip_began_at, now) })
      : null) ??
    tracker_name ??
    group_name ??
    t('tracking:share.shownCount', { count: tracker_ids.length })
  return (
    <ListPage
      title={t('tracking:share.list')}
      text={t('tracking:share.listText')}
      links={[
        { to: paths.trackers(), label: t('tracking:trackers.title') },
        { to: paths.trackerGroups(), label: t('tracking:trackerGroups.title') },
      ]}
      resource="sharelink"
      schema={schema}
      filters={{ organisation_id, open: true }}
      columns={[
        { name: 'name' },
        { name: 'tracker_id', show: shownOf },
        { name: 'begins_at', show: ({ begins_at }) => begins_at && time(begins_at, now) },
        { name: 'expires_at', show: ({ expires_at }) => time(expires_at, now) },
        { name: 'origins', show: ({ origins }) => origins.map((origin) => new URL(origin).host).join(', ') },
        { name: 'views' },
        { name: 'viewed_at', show: ({ viewed_at }) => viewed_at && time(viewed_at, now) },
        { name: 'has_password', hidden: true },
        { name: 'arrived_at', hidden: true, show: ({ arrived_at }) => arrived_at && time(arrived_at, now) },
        { name: 'created_by_user_id', show: ({ created_by_user_id }) => ownerOf(created_by_user_id) },
        { name: 'created_at', hidden: true },
      ]}
      nameOf={(link) => link.name ?? shownOf(link)}
      removable
      empty={t('tracking:share.listEmpty')}
    />
  )
}
