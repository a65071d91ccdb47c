import schema from 'virtual:resource/trackerview'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'

/** Who has looked where the person's trackers were. */
export function ViewsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { moment, day } = useTimes()
  return (
    <ListPage
      title={t('tracking:views.title')}
      text={t('tracking:views.text')}
      resource="trackerview"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        {
          name: 'viewed_at',
          show: ({ viewed_at, by_key }) => (by_key ? day(viewed_at.slice(0, 10)) : moment(viewed_at)),
        },
        { name: 'tracker_id', show: ({ tracker_name }) => tracker_name },
        { name: 'viewer_name' },
        {
          name: 'by_key',
          show: ({ by_key, is_borrower }) =>
            is_borrower ? t('tracking:views.byLoan') : by_key && t('tracking:views.byKey'),
        },
      ]}
      nameOf={({ viewer_name, viewed_at }) => `${viewer_name}, ${moment(viewed_at)}`}
      empty={t('tracking:views.empty')}
    />
  )
}
