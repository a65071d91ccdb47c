import { Alert, Button, Group, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { addDays } from '#api/billing/money/days.ts'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { People } from '../members/People.tsx'
import { StateBadge } from '../StateBadge.tsx'
import { cancelSubscription, resumeSubscription } from '../subscriptions/actions.ts'
import { ChangeDialog } from '../subscriptions/ChangeDialog.tsx'
import { SubscriptionFacts } from '../subscriptions/SubscriptionFacts.tsx'
import { NewPrice } from './NewPrice.tsx'
import classes from './SubscriptionCard.module.css'

/** A membership as its holder sees it: how it stands, what it costs and when, and how it ends. */
export function SubscriptionCard({ subscription }: { subscription: Row<'subscription'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const heading = useId()
  const [dialog, setDialog] = useState<'cancel' | 'change' | null>(null)
  const close = () => setDialog(null)
  const {
    id,
    product_name,
    state,
    cancel_at_end,
    period,
    period_ends_on,
    ended_on,
    pay_by,
    grace_days,
    is_open,
    is_paused,
  } = subscription
  const waits = state === 'active' && !is_open && !is_paused
  const ends = period_ends_on && day(period_ends_on)
  const cancel = async () => {
    await cancelSubscription({ id })
    showSuccess(t('billing:membership.cancelled', { day: ends }))
  }
  const { run } = useAction()
  const resume = () => run(() => resumeSubscription(id), t('billing:membership.resumed'))
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <Group gap="sm">
        <Title id={heading} order={2} size="h4">
          {product_name}
        </Title>
        <StateBadge state={is_paused ? 'paused' : waits ? 'waiting' : state} />
      </Group>
      {state === 'grace' && pay_by && (
        <Alert color="orange">{t('billing:membership.grace', { day: day(addDays(pay_by, grace_days)) })}</Alert>
      )}
      {waits && <Alert color="orange">{t('billing:membership.unpaid')}</Alert>}
      {state === 'lapsed' && <Alert color="red">{t('billing:membership.lapsed')}</Alert>}
      {cancel_at_end && ended_on === null && <Text>{t('billing:membership.willEnd', { day: ends })}</Text>}
      {ended_on === null && <NewPrice subscription={subscription} />}
      <SubscriptionFacts subscription={subscription} />
      {ended_on === null && <People subscription={subscription} />}
      <Group gap="sm">
        {ended_on !== null ? (
          <Button component={Link} to={paths.store()}>
            {t('billing:membership.again')}
          </Button>
        ) : cancel_at_end ? (
          <Button onClick={resume}>{t('billing:membership.resume')}</Button>
        ) : (
          period !== 'none' && (
            <>
              {!is_paused && (
                <Button variant="default" onClick={() => setDialog('change')}>
                  {t('billing:membership.change')}
                </Button>
              )}
              <Button variant="default" onClick={() => setDialog('cancel')}>
                {t('billing:membership.cancel')}
              </Button>
            </>
          )
        )}
      </Group>
      {dialog === 'change' && <ChangeDialog subscription={subscription} close={close} />}
      {dialog === 'cancel' && (
        <ActionDialog
          title={t('billing:membership.cancelTitle', { name: product_name })}
          text={t('billing:membership.cancelText', { day: ends })}
          submit={t('billing:membership.cancel')}
          dangerous
          run={cancel}
          close={close}
        />
      )}
    </section>
  )
}
