import { Button, Menu } from '@mantine/core'
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

/** Opens the saved reports of a list, and saves what it shows now as another. */
export function ReportsMenu({ report }: { report: Report }) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [opened, setOpened] = useState(false)
  const [saving, setSaving] = useState(false)
  const { data = [] } = useQuery({
    queryKey: keys.savedReports(organisation_id, report),
    queryFn: async () => (await guarded(client.list('reportconfig', { organisation_id, report, limit: most }))).data,
    enabled: opened,
  })
  return (
    <>
      <Menu position="bottom-end" shadow="md" opened={opened} onChange={setOpened}>
        <Menu.Target>
          <Button variant="default">{t('tracking:reports.title')}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {data.map((saved) => (
            <Menu.Item key={saved.id} component={Link} to={viewOf(saved)}>
              {saved.name}
            </Menu.Item>
          ))}
          {data.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setSaving(true)}>{t('tracking:reports.save')}</Menu.Item>
          <Menu.Item component={Link} to={paths.reports()}>
            {t('tracking:reports.all')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {saving && <SaveReport report={report} organisation_id={organisation_id} close={() => setSaving(false)} />}
    </>
  )
}
