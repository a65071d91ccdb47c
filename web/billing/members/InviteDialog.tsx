import { Alert, Skeleton, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { toMoney } from '../../kit/format/money.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import { refreshPeople } from './actions.ts'

/** Invites a person to a membership, and says first what that costs. */
export function InviteDialog({ subscription, close }: { subscription: Row<'subscription'>; close: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const subscription_id = subscription.id
  const { data: price, error } = useQuery({
    queryKey: keys.personPrice(subscription_id),
    queryFn: async () => (await guarded(client.act('GET subscriptionmember/price', { subscription_id }))).data,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const run = async () => {
    await guarded(client.create('subscriptionmember', { subscription_id, name: name.trim(), email: email.trim() }))
    await refreshPeople()
    showSuccess(t('billing:people.invited'))
  }
  return (
    <ActionDialog
      title={t('billing:people.invite')}
      text={t('billing:people.inviteText')}
      submit={t('billing:people.inviteSubmit')}
      disabled={name.trim() === '' || email.trim() === '' || !price}
      fields={['name', 'email']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <>
          <TextInput
            label={t('billing:people.name')}
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.currentTarget.value)}
            error={errorOf('name')}
            data-autofocus
          />
          <TextInput
            label={t('billing:people.email')}
            type="email"
            value={email}
            maxLength={254}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={errorOf('email')}
          />
          {error && <Alert color="red">{sentenceOf(error) ?? t('form.unreachable')}</Alert>}
          {!price && !error && <Skeleton height={40} />}
          {price && <Price price={price} />}
        </>
      )}
    </ActionDialog>
  )
}

function Price({ price: { now, each, currency, period, period_ends_on } }: { price: Price }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  if (each.gross === 0) return <Text size="sm">{t('billing:people.free')}</Text>
  const whole = `${toMoney(each.gross, currency)} ${t(`billing:periods.${period as 'year'}`)}`
  const text = period_ends_on
    ? t('billing:people.price', { now: toMoney(now.gross, currency), until: day(period_ends_on), each: whole })
    : t('billing:people.priceOnce', { each: whole })
  return (
    <Text size="sm" aria-live="polite">
      {text}
    </Text>
  )
}

type Price = {
  now: { gross: number }
  each: { gross: number }
  currency: string
  period: string
  period_ends_on: string | null
}
