import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { Page } from '../../kit/page/Page.tsx'
import { FleetSummary } from './FleetSummary.tsx'
import { OrganisationSummary } from './OrganisationSummary.tsx'

/** Fleet summary and, for administrators, organisation summary. */
export function HomePage() {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  const membership = user?.memberships.find((each) => each.organisation_id === organisation_id)
  const runs = user?.platform_admin || membership?.role_is_admin
  return (
    <Page
      title={membership?.organisation_name ?? t('tracking:home.title')}
      wide
      actions={
        <Button component={Link} to={paths.map()}>
          {t('tracking:home.map')}
        </Button>
      }
    >
      <FleetSummary key={organisation_id} organisation_id={organisation_id!} />
      {runs && <OrganisationSummary key={`organisation ${organisation_id}`} organisation_id={organisation_id!} />}
    </Page>
  )
}
