import { Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { Page } from '../frame/Page.tsx'
import { useSession } from '../stores/session.ts'
import { SecondFactor } from './SecondFactor.tsx'
import { useAccountWords } from './words.ts'

/** Where a second factor is required, in the place of whatever page was asked for; that one follows it. */
export function SecondFactorFirst() {
  const { t } = useAccountWords()
  const user = useSession((session) => session.user)!
  return (
    <Page title={t('factor.firstTitle')}>
      <Text>{t('factor.firstText')}</Text>
      <SecondFactor user={user} first />
      <Group>
        <Button component={Link} to="/app/signout" variant="default">
          {t('factor.firstLeave')}
        </Button>
      </Group>
    </Page>
  )
}
