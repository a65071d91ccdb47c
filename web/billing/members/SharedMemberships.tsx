import { Button, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import classes from '../membership/SubscriptionCard.module.css'
import { StateBadge } from '../StateBadge.tsx'
import { endSharing } from './actions.ts'

/** Memberships that others pay for and share with one. @param none shown where there are none */
export function SharedMemberships({ none }: { none: ReactNode }) {
  const { user, organisation_id } = useSession()
  const { data } = useQuery({
    queryKey: keys.sharedMemberships(organisation_id!),
    queryFn: async () => {
      const query = { organisation_id: organisation_id!, user_id: user!.id, state: 'joined' } as const
      return (await guarded(client.list('subscriptionmember', query))).data
    },
    staleTime: 0,
  })
  if (data?.length === 0) return none
  return data?.map((one) => <Shared key={one.id} shared={one} />)
}

function Shared({ shared }: { shared: Row<'subscriptionmember'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const [leaving, setLeaving] = useState(false)
  const { id, product_name, payer, subscription_state, period_ends_on, joined_on, is_open, is_paused, opens } = shared
  const waits = subscription_state === 'active' && !is_open && !is_paused
  const leave = async () => {
    await endSharing(id)
    showSuccess(t('billing:people.left'))
  }
  return (
    <section className={classes.card}>
      <Group gap="sm">
        <Title order={2} size="h4">
          {product_name}
        </Title>
        <StateBadge state={is_paused ? 'paused' : waits ? 'waiting' : subscription_state} />
      </Group>
      <Text size="sm">{t('billing:people.sharedText', { payer })}</Text>
      <Facts
        facts={[
          [t('billing:people.since'), joined_on && day(joined_on)],
          [t('billing:people.until'), period_ends_on && day(period_ends_on)],
          [t('billing:people.opens'), opens.map((one) => t(`feature.names.${one}`)).join(', ')],
        ]}
      />
      <Group gap="sm">
        <Button variant="default" onClick={() => setLeaving(true)}>
          {t('billing:people.leave')}
        </Button>
        <Button variant="default" component={Link} to={paths.store()}>
          {t('billing:people.own')}
        </Button>
      </Group>
      {leaving && (
        <ActionDialog
          title={t('billing:people.leaveTitle', { name: product_name })}
          text={t('billing:people.leaveText')}
          submit={t('billing:people.leave')}
          dangerous
          run={leave}
          close={() => setLeaving(false)}
        />
      )}
    </section>
  )
}
