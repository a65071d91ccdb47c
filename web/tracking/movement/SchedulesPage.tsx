import schema from 'virtual:resource/reportschedule'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'

/** The reports that an organisation mails, with when each is next due. */
export function SchedulesPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const activate = (active: boolean) => (row: { id: number }) => client.update('reportschedule', { id: row.id, active })
  return (
    <ListPage
      title={t('tracking:schedules.title')}
      text={t('tracking:schedules.text')}
      create={{ to: paths.reportSchedule(), label: t('tracking:schedules.new'), whenEmpty: true }}
      resource="reportschedule"
      schema={schema}
      filters={{ organisation_id }}
      columns={[
        { name: 'name' },
        { name: 'report' },
        { name: 'period' },
        { name: 'rhythm' },
        { name: 'at' },
        { name: 'email_recipients' },
        { name: 'next_at' },
        { name: 'active' },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.reportSchedule({ id })}
      bulk={[
        { label: t('tracking:schedules.activate'), run: activate(true) },
        { label: t('tracking:schedules.deactivate'), run: activate(false) },
      ]}
      removable
      empty={t('tracking:schedules.empty')}
    />
  )
}
