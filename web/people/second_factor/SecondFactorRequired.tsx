import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { Page } from '../../kit/page/Page.tsx'
import { SecondFactor } from './SecondFactor.tsx'

/** Shown instead of any page while a required second factor is not set up; the requested page follows. */
export function SecondFactorRequired() {
  const { t } = useTranslation()
  const user = useSession((session) => session.user)!
  return (
    <Page title={t('people:factor.firstTitle')}>
      <Text>{t('people:factor.firstText')}</Text>
      <SecondFactor user={user} first />
      <Group>
        <Button component={Link} to={paths.signOut()} variant="default">
          {t('people:factor.firstLeave')}
        </Button>
      </Group>
    </Page>
  )
}
