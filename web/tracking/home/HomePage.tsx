import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { Page } from '../../kit/page/Page.tsx'
import { FleetSummary } from './FleetSummary.tsx'

/** What is wrong now, what happened, and, for administrators, what waits and how much the organisation does. */
export function HomePage() {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  const membership = user?.memberships.find((each) => each.organisation_id === organisation_id)
  return (
    <Page
      title={membership?.organisation_name ?? t('tracking:home.title')}
      width="full"
      actions={
        <Button component={Link} to={paths.map()}>
          {t('tracking:home.map')}
        </Button>
      }
    >
      <FleetSummary key={organisation_id} organisation_id={organisation_id!} />
    </Page>
  )
}
