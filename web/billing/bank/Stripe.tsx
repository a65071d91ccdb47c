import movementSchema from 'virtual:resource/providermovement'
import payoutSchema from 'virtual:resource/providerpayout'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { toDay } from '../../kit/format/format.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { Money } from '../Money.tsx'

const states = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const
const kinds = ['charge', 'refund', 'dispute', 'fee', 'payout', 'payout_return', 'other'] as const

/** What Stripe has sent to the bank, and whether a line of the bank confirms it. */
export function Payouts({ organisation_id, children, ...parts }: Props) {
  const { t } = useTranslation()
  const [state] = useFilter('state', states)
  return (
    <ListPage
      {...parts}
      resource="providerpayout"
      schema={payoutSchema}
      filters={{ organisation_id, ...(state && { state }) }}
      columns={[
        { name: 'arrives_on' },
        { name: 'amount', end: true, show: (row) => <Money amount={row.amount} currency={row.currency} /> },
        {
          name: 'state',
          show: (row) => (
            <Badge variant="light" color={colours[row.state]} miw="max-content">
              {t(`billing:bank.payoutStates.${row.state}`)}
            </Badge>
          ),
        },
        { name: 'confirmed_on' },
        { name: 'failure' },
        { name: 'description', hidden: true },
        { name: 'provider_id', hidden: true },
        { name: 'currency', hidden: true },
      ]}
      nameOf={({ arrives_on }) => toDay(arrives_on)}
      empty={t('billing:bank.noPayouts')}
    >
      {children}
      <SelectFilter
        name="state"
        values={states}
        label={t('billing:fields.providerpayout.state')}
        textOf={(each) => t(`billing:bank.payoutStates.${each}`)}
      />
    </ListPage>
  )
}

/** All that has moved the money that Stripe holds, with the fee of each. */
export function Movements({ organisation_id, children, ...parts }: Props) {
  const { t } = useTranslation()
  const [kind] = useFilter('kind', kinds)
  return (
    <ListPage
      {...parts}
      resource="providermovement"
      schema={movementSchema}
      filters={{ organisation_id, ...(kind && { kind }) }}
      columns={[
        { name: 'at' },
        { name: 'kind', show: (row) => t(`billing:bank.movementKinds.${row.kind}`) },
        { name: 'amount', end: true, show: (row) => <Money amount={row.amount} currency={row.currency} /> },
        { name: 'fee', end: true, show: (row) => <Money amount={row.fee} currency={row.currency} /> },
        { name: 'net', end: true, show: (row) => <Money amount={row.net} currency={row.currency} /> },
        { name: 'document_number' },
        { name: 'description' },
        {
          name: 'fee_tax',
          end: true,
          hidden: true,
          show: (row) => <Money amount={row.fee_tax} currency={row.currency} />,
        },
        { name: 'clearing_account', hidden: true },
        { name: 'fee_account', hidden: true },
        { name: 'bank_account', hidden: true },
        { name: 'provider_id', hidden: true },
        { name: 'currency', hidden: true },
      ]}
      nameOf={({ document_number, description, provider_id }) => document_number || description || provider_id}
      empty={t('billing:bank.noMovements')}
    >
      {children}
      <SelectFilter
        name="kind"
        values={kinds}
        label={t('billing:fields.providermovement.kind')}
        textOf={(each) => t(`billing:bank.movementKinds.${each}`)}
      />
    </ListPage>
  )
}

const colours = { pending: 'gray', in_transit: 'blue', paid: 'teal', failed: 'red', canceled: 'gray' } as const

type Props = { organisation_id: number; title: string; actions: React.ReactNode; children: React.ReactNode }
