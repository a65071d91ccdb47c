import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { keys } from '../keys.ts'
import { SaveReport } from './SaveReport.tsx'
import { type Report, viewOf } from './views.ts'

const most = 20

/** In the menu of a list: its saved reports, and what it shows now saved as another. Mounted when the menu opens. */
export function ReportItems({ report, save }: { report: Report; save: () => void }) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { data = [] } = useQuery({
    queryKey: keys.savedReports(organisation_id, report),
    queryFn: async () => (await guarded(client.list('reportconfig', { organisation_id, report, limit: most }))).data,
  })
  return (
    <>
      <Menu.Label>{t('tracking:reports.title')}</Menu.Label>
      {data.map((saved) => (
        <Menu.Item key={saved.id} component={Link} to={viewOf(saved)}>
          {saved.name}
        </Menu.Item>
      ))}
      <Menu.Item onClick={save}>{t('tracking:reports.save')}</Menu.Item>
      <Menu.Item component={Link} to={paths.reports()}>
        {t('tracking:reports.all')}
      </Menu.Item>
    </>
  )
}

/** The items of saved reports, and the dialog that they open. */
export function useReports(report: Report) {
  const organisation_id = useSession((session) => session.organisation_id)!
  const [saving, setSaving] = useState(false)
  return {
    items: <ReportItems report={report} save={() => setSaving(true)} />,
    dialog: saving && <SaveReport report={report} organisation_id={organisation_id} close={() => setSaving(false)} />,
  }
}
