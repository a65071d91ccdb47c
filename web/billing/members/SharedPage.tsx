import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { restore, useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { CardPage } from '../../kit/page/Page.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'

type Shown = DataOf<'POST subscriptionmember/read'>

/** An invitation to share a membership: what it means, and the answer of the person who has its link. */
export function SharedPage() {
  const { t } = useTranslation()
  const { moment } = useTimes()
  // After the #, which browsers send to no server.
  const token = useLocation().hash.slice(1)
  const [shown, setShown] = useState<Shown | null>(null)
  const { refusal, send } = useSending()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
  useEffect(() => {
    if (token)
      void send(async () => setShown((await guarded(client.act('POST subscriptionmember/read', { token }))).data))
  }, [token])
  return (
    <CardPage title={t('billing:people.page.title')}>
      <Title order={1} size="h3" mb="md">
        {shown ? shown.product_name : t('billing:people.page.title')}
      </Title>
      <RefusalAlert refusal={refusal} />
      {!token && <Alert color="yellow">{t('billing:people.page.noLink')}</Alert>}
      {shown && (
        <Stack gap="sm">
          <Text>{t('billing:people.page.text', { payer: shown.payer, organisation: shown.organisation_name })}</Text>
          <Facts
            facts={[
              [t('billing:people.page.for'), `${shown.name}, ${shown.email}`],
              [t('billing:people.opens'), shown.opens.map((one) => t(`feature.names.${one}`)).join(', ')],
              [t('billing:people.page.until'), moment(shown.expires_at)],
            ]}
          />
          <Text size="sm">{t('billing:people.page.privacy')}</Text>
          <Answer token={token} shown={shown} show={setShown} />
        </Stack>
      )}
    </CardPage>
  )
}

function Answer({ token, shown, show }: { token: string; shown: Shown; show: (shown: Shown) => void }) {
  const { t } = useTranslation()
  const user = useSession((session) => session.user)
  const { busy, refusal, send } = useSending()
  if (shown.state !== 'invited') {
    return (
      <Alert mt="md" color={shown.state === 'joined' ? 'teal' : 'gray'} role="status">
        {t(`billing:people.page.${shown.state === 'joined' ? 'joined' : 'declined'}`)}
      </Alert>
    )
  }
  if (shown.expired) {
    return (
      <Alert mt="md" color="yellow" role="status">
        {t('billing:people.page.expired')}
      </Alert>
    )
  }
  const answer = (accept: boolean) =>
    send(async () => {
      show((await guarded(client.act('POST subscriptionmember/answer', { token, accept }))).data)
      if (accept) await restore()
    })
  const is_theirs = user?.email?.toLowerCase() === shown.email.toLowerCase()
  return (
    <Stack mt="lg">
      <RefusalAlert refusal={refusal} />
      {!is_theirs && (
        <Alert color="blue" role="status">
          {t('billing:people.page.signIn', { email: shown.email })}
        </Alert>
      )}
      <Group gap="sm">
        {is_theirs ? (
          <Button loading={busy} onClick={() => answer(true)}>
            {t('billing:people.page.accept')}
          </Button>
        ) : (
          !user && (
            <>
              <Button component={Link} to={paths.signIn()}>
                {t('billing:people.page.toSignIn')}
              </Button>
              <Button component={Link} to={paths.register()}>
                {t('billing:people.page.toRegister')}
              </Button>
            </>
          )
        )}
        <Button variant="default" loading={busy} onClick={() => answer(false)}>
          {t('billing:people.page.decline')}
        </Button>
      </Group>
    </Stack>
  )
}
