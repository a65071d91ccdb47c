import { Anchor, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { Page } from '../../kit/page/Page.tsx'
import { DueList } from './DueList.tsx'

/** What is due of every tracker that one sees. */
export function MaintenancePage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <Page title={t('tracking:maintenance.title')} width="full">
      <Text c="dimmed" size="sm" mb="sm">
        {t('tracking:maintenance.text')}
      </Text>
      <Group mb="md">
        <Anchor component={Link} to={paths.maintenancePlans()}>
          {t('tracking:maintenance.plans')}
        </Anchor>
        <Anchor component={Link} to={paths.trackers()}>
          {t('tracking:trackers.title')}
        </Anchor>
      </Group>
      <DueList organisation_id={organisation_id} />
    </Page>
  )
}
