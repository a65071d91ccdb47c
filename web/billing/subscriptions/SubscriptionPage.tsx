import invoiceSchema from 'virtual:resource/invoice'
import subscriptionSchema from 'virtual:resource/subscription'
import { Button, Checkbox, Group, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { isAdmin, officesOf } from '../../core/rights.ts'
import { useSession } from '../../core/session.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { List } from '../../kit/lists/List.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { memberReference } from '../../people/members/memberReference.ts'
import { shownState, signed } from '../invoices/DocumentView.tsx'
import { keys } from '../keys.ts'
import { Money } from '../Money.tsx'
import { People } from '../members/People.tsx'
import { usePause } from '../pauses/usePause.ts'
import { memberContactReference, productReference } from '../references.ts'
import { StateBadge } from '../StateBadge.tsx'
import { cancelSubscription, endPause, resumeSubscription } from './actions.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { PauseDialog } from './PauseDialog.tsx'
import { SubscriptionFacts } from './SubscriptionFacts.tsx'

/** The membership of `?id=` with its invoices and reminders, or a form that enrols a member. */
export function SubscriptionPage() {
  const { t } = useTranslation()
  const record = useRecord('subscription')
  if (record.id === null) return <Enrol />
  return (
    <Loaded query={record} title={t('billing:subscriptions.title')} missing={t('billing:subscriptions.missing')}>
      {(subscription) => (
        <Page
          title={`${subscription.person ?? subscription.contact_name ?? `#${subscription.id}`}: ${subscription.product_name}`}
          width="record"
          actions={<Actions subscription={subscription} />}
        >
          <Section>
            <Group>
              <StateBadge
                state={
                  subscription.is_paused
                    ? 'paused'
                    : subscription.state === 'active' && !subscription.is_open
                      ? 'waiting'
                      : subscription.state
                }
              />
              {subscription.cancel_at_end && !subscription.ended_on && <StateBadge state="ending" />}
            </Group>
            <SubscriptionFacts subscription={subscription} />
          </Section>
          <People subscription={subscription} />
          <Section title={t('billing:membership.invoices')}>
            <Invoices subscription={subscription} />
          </Section>
          <Reminders id={subscription.id} />
        </Page>
      )}
    </Loaded>
  )
}

function Enrol() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { user, organisation_id } = useSession()
  const is_treasurer = !isAdmin(user) && officesOf(user, organisation_id).includes('billing')
  const person = (is_treasurer ? memberContactReference : memberReference)(organisation_id!)
  return (
    <Page title={t('billing:subscriptions.new')}>
      <ResourceForm
        resource="subscription"
        body={subscriptionSchema.create!}
        row={{ trial: false }}
        all
        fields={is_treasurer ? ['user_id', 'email', 'product_id', 'trial'] : ['user_id', 'product_id', 'trial']}
        required={is_treasurer ? ['product_id'] : ['user_id', 'product_id']}
        references={{ user_id: person, product_id: productReference(organisation_id!) }}
        submit={t('billing:subscriptions.enrol')}
        save={async (body) => {
          const { data } = await guarded(client.create('subscription', { ...body, organisation_id: organisation_id! }))
          await Promise.all(['subscription', 'invoice', 'transaction'].map(refresh))
          showSuccess(t('billing:subscriptions.enrolled'))
          navigate(paths.subscription({ id: data.id }), { replace: true })
        }}
      />
    </Page>
  )
}

function Actions({ subscription }: { subscription: Row<'subscription'> }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'cancel' | 'change' | 'pause' | null>(null)
  const close = () => setDialog(null)
  const { id, ended_on, cancel_at_end, period, is_paused, state } = subscription
  const { is_planned } = usePause(subscription)
  const { run } = useAction()
  const resume = () => run(() => resumeSubscription(id), t('billing:subscriptions.resumed'))
  if (ended_on !== null) return null
  return (
    <>
      {is_paused || is_planned ? (
        <Button variant="default" onClick={() => run(() => endPause(id), t('billing:pauses.ended'))}>
          {t('billing:pauses.end')}
        </Button>
      ) : (
        state === 'active' && (
          <Button variant="default" onClick={() => setDialog('pause')}>
            {t('billing:pauses.pause')}
          </Button>
        )
      )}
      {period !== 'none' && !is_paused && (
        <Button variant="default" onClick={() => setDialog('change')}>
          {t('billing:membership.change')}
        </Button>
      )}
      {cancel_at_end ? (
        <Button onClick={resume}>{t('billing:membership.resume')}</Button>
      ) : (
        <Button variant="default" onClick={() => setDialog('cancel')}>
          {t('billing:membership.cancel')}
        </Button>
      )}
      {dialog === 'pause' && <PauseDialog subscription={subscription} close={close} />}
      {dialog === 'change' && <ChangeDialog subscription={subscription} close={close} />}
      {dialog === 'cancel' && <CancelDialog subscription={subscription} close={close} />}
    </>
  )
}

/** Administrators may also end a membership at once, and credit the days that are left. */
function CancelDialog({ subscription, close }: { subscription: Row<'subscription'>; close: () => void }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { id, period_ends_on } = subscription
  const [at, setAt] = useState<'end' | 'now'>(period_ends_on ? 'end' : 'now')
  const [credit, setCredit] = useState(true)
  const run = async () => {
    await cancelSubscription({ id, at, ...(at === 'now' && { credit }) })
    showSuccess(t('billing:subscriptions.cancelled'))
  }
  return (
    <ActionDialog
      title={t('billing:membership.cancel')}
      submit={t('billing:membership.cancel')}
      dangerous
      run={run}
      close={close}
    >
      <Radio.Group value={at} onChange={setAt} label={t('billing:subscriptions.when')}>
        <Stack gap="xs" mt="xs">
          {period_ends_on && (
            <Radio value="end" label={t('billing:subscriptions.atEnd', { day: day(period_ends_on) })} />
          )}
          <Radio value="now" label={t('billing:subscriptions.now')} />
        </Stack>
      </Radio.Group>
      {at === 'now' && (
        <Checkbox
          label={t('billing:subscriptions.credit')}
          description={t('billing:subscriptions.creditText')}
          checked={credit}
          onChange={(event) => setCredit(event.currentTarget.checked)}
        />
      )}
    </ActionDialog>
  )
}

function Invoices({ subscription }: { subscription: Row<'subscription'> }) {
  const { t } = useTranslation()
  return (
    <List
      resource="invoice"
      schema={invoiceSchema}
      filters={{ organisation_id: subscription.organisation_id, subscription_id: subscription.id }}
      columns={[
        { name: 'document_number', show: (row) => row.document_number ?? t('billing:states.draft') },
        { name: 'issued_on' },
        { name: 'due_on' },
        { name: 'state', show: (row) => <StateBadge state={shownState(row)} /> },
        { name: 'gross', end: true, show: (row) => <Money amount={signed(row, row.gross)} currency={row.currency} /> },
        { name: 'open', end: true, show: (row) => <Money amount={signed(row, row.open)} currency={row.currency} /> },
      ]}
      nameOf={(row) => row.document_number ?? ''}
      open={(row) => paths.invoiceEdit({ id: row.id })}
      empty={t('billing:membership.noInvoices')}
    />
  )
}

function Reminders({ id }: { id: number }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { data } = useQuery({
    queryKey: keys.subscriptionReminders(id),
    queryFn: async () => (await guarded(client.act('GET subscription/reminders', { id }))).data,
    staleTime: 0,
  })
  if (!data || data.length === 0) return null
  return (
    <Section title={t('billing:subscriptions.reminders')}>
      <Facts
        facts={data.map(({ kind, for_day, state, reason }) => [
          t(`billing:subscriptions.reminderKinds.${kind}`, { day: day(for_day) }),
          [state && choiceOf(t, state), reason].filter(Boolean).join(': '),
        ])}
      />
    </Section>
  )
}
