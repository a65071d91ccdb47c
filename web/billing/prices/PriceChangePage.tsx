import schema from 'virtual:resource/pricechangemember'
import { Badge, Box, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { labelOf } from '../../kit/forms/labels.ts'
import { List } from '../../kit/lists/List.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { showRecord, useRecord } from '../../kit/record/useRecord.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { Money } from '../Money.tsx'
import { PriceStateBadge } from './PriceStateBadge.tsx'

const outcomes = ['agreed', 'declined', 'left', 'none', 'renewed'] as const

/** The new price of `?id=`: from when, whom it concerns, and who has agreed or left. */
export function PriceChangePage() {
  const { t } = useTranslation()
  const { day } = useTimes()
  const record = useRecord('pricechange')
  const [cancelling, setCancelling] = useState(false)
  return (
    <Loaded query={record} title={t('billing:prices.one')} missing={t('billing:prices.missing')}>
      {(change) => (
        <Page
          title={t('billing:prices.oneOf', { name: change.product_name })}
          width="full"
          actions={
            change.state === 'scheduled' && (
              <Button variant="default" onClick={() => setCancelling(true)}>
                {t('billing:prices.cancel')}
              </Button>
            )
          }
        >
          <Section>
            <div>
              <PriceStateBadge state={change.state} />
            </div>
            <Facts
              facts={[
                [labelOf(t, 'pricechange', 'effective_on'), day(change.effective_on)],
                [
                  labelOf(t, 'pricechange', 'old_amount'),
                  <Price key="old" change={change} amount={change.old_amount} />,
                ],
                [
                  labelOf(t, 'pricechange', 'new_amount'),
                  <Price key="new" change={change} amount={change.new_amount} />,
                ],
                [labelOf(t, 'pricechange', 'members_count'), change.members_count],
              ]}
            />
          </Section>
          <Section title={t('billing:prices.members')} text={t('billing:prices.membersText')}>
            <Members id={change.id} />
          </Section>
          {cancelling && <CancelDialog change={change} close={() => setCancelling(false)} />}
        </Page>
      )}
    </Loaded>
  )
}

function Price({ change, amount }: { change: Row<'pricechange'>; amount: number }) {
  const { t } = useTranslation()
  return (
    <>
      <Money amount={amount} currency={change.currency} /> {t(`billing:periods.${change.period}`)}
    </>
  )
}

function Members({ id }: { id: number }) {
  const { t } = useTranslation()
  const [outcome] = useFilter('outcome', outcomes)
  return (
    <>
      <Box maw={280}>
        <SelectFilter
          name="outcome"
          values={outcomes}
          label={t('billing:fields.pricechangemember.outcome')}
          textOf={(each) => t(`billing:prices.outcomes.${each}`)}
        />
      </Box>
      <List
        resource="pricechangemember"
        schema={schema}
        filters={{ price_change_id: id, ...(outcome && { outcome }) }}
        columns={[
          { name: 'person', show: (row) => row.person ?? `#${row.subscription_id}` },
          {
            name: 'outcome',
            show: (row) => (
              <Badge variant="light" color={colours[row.outcome]} miw="max-content">
                {t(`billing:prices.outcomes.${row.outcome}`)}
              </Badge>
            ),
          },
          { name: 'answered_at' },
          { name: 'from_on', show: (row) => <From row={row} /> },
          { name: 'old_amount', end: true, show: (row) => <Money amount={row.old_amount} currency={row.currency} /> },
          { name: 'new_amount', end: true, show: (row) => <Money amount={row.new_amount} currency={row.currency} /> },
        ]}
        nameOf={(row) => row.person ?? `#${row.subscription_id}`}
        open={({ subscription_id }) => paths.subscription({ id: subscription_id })}
        empty={t('billing:prices.noMembers')}
      />
    </>
  )
}

function From({ row }: { row: Row<'pricechangemember'> }) {
  const { day } = useTimes()
  return day(row.charged_on ?? row.from_on)
}

function CancelDialog({ change, close }: { change: Row<'pricechange'>; close: () => void }) {
  const { t } = useTranslation()
  const run = async () => {
    const { data } = await guarded(client.act('POST pricechange/cancel', { id: change.id }))
    await showRecord('pricechange', data)
    await Promise.all(['pricechangemember', 'subscription', 'invoice', 'transaction'].map(refresh))
    showSuccess(t('billing:prices.cancelled'))
  }
  return (
    <ActionDialog
      title={t('billing:prices.cancelTitle', { name: change.product_name })}
      text={t('billing:prices.cancelText')}
      submit={t('billing:prices.cancel')}
      dangerous
      run={run}
      close={close}
    />
  )
}

const colours = { agreed: 'teal', declined: 'red', left: 'red', none: 'gray', renewed: 'blue' } as const
