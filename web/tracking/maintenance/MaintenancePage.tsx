import { ActionIcon, Anchor, Group, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { download } from '../../kit/lists/downloadCsv.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/ui/Icon.tsx'
import { DueList } from './DueList.tsx'

/** What is due of every tracker that one sees. */
export function MaintenancePage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <Page title={t('tracking:maintenance.title')} width="full" actions={<More organisation_id={organisation_id} />}>
      <Text c="dimmed" size="sm" mb="sm">
        {t('tracking:maintenance.text')}
      </Text>
      <Group mb="md">
        <Anchor component={Link} to={paths.maintenancePlans()}>
          {t('tracking:maintenance.plans')}
        </Anchor>
        <Anchor component={Link} to={paths.maintenanceRecords()}>
          {t('tracking:maintenance.records')}
        </Anchor>
        <Anchor component={Link} to={paths.trackers()}>
          {t('tracking:trackers.title')}
        </Anchor>
      </Group>
      <DueList organisation_id={organisation_id} />
    </Page>
  )
}

/** What is due as a file, and where plans and records come from a spreadsheet. */
function More({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const administers = useAdministers(organisation_id)
  const { busy, run } = useAction({ failed: t('table.fileFailed') })
  const save = (format: 'ics' | 'csv') =>
    run(() => download('maintenance/due', { organisation_id, limit: 5000, format }, `maintenance.${format}`))
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={36} loading={busy} aria-label={t('table.more')} title={t('table.more')}>
          <Icon of={IconDots} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {administers && (
          <Menu.Item component={Link} to={paths.import({ kind: 'maintenanceplan' })}>
            {t('tracking:sheet.link')}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => save('ics')}>{t('tracking:maintenance.calendar')}</Menu.Item>
        <Menu.Item onClick={() => save('csv')}>{t('tracking:maintenance.csv')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
