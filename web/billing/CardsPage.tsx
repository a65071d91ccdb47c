import paymentSchema from 'virtual:resource/cardpayment'
import cardSchema from 'virtual:resource/storedcard'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { paths } from '../core/paths.ts'
import { useSession } from '../core/session.ts'
import { ListPage } from '../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../kit/lists/SelectFilter.tsx'
import { PageTabs, useTab } from '../kit/page/PageTabs.tsx'
import { BillingNav } from './BillingNav.tsx'
import { monthOf } from './cardMonth.ts'

const tabs = ['payments', 'cards'] as const
const states = ['waiting', 'running', 'paid', 'action_required', 'given_up', 'cancelled'] as const

/** Renewals that are paid by stored cards, with what failed, and the members who have stored one. */
export function CardsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [tab, setTab] = useTab(tabs)
  const top = (
    <>
      <BillingNav />
      <PageTabs tabs={tabs} tab={tab} setTab={setTab} label={(name) => t(`billing:card.tabs.${name}`)} />
    </>
  )
  const Tab = tab === 'payments' ? Payments : Cards
  return <Tab organisation_id={organisation_id}>{top}</Tab>
}

function Payments({ organisation_id, children }: Parts) {
  const { t } = useTranslation()
  const [state] = useFilter('state', states)
  return (
    <ListPage
      title={t('billing:card.list')}
      text={t('billing:card.listText')}
      resource="cardpayment"
      schema={paymentSchema}
      filters={{ organisation_id, ...(state && { state }) }}
      columns={[
        { name: 'document_number' },
        { name: 'person' },
        {
          name: 'state',
          show: (row) => (
            <Badge variant="light" color={colours[row.state]} miw="max-content">
              {t(`billing:card.states.${row.state}`)}
            </Badge>
          ),
        },
        { name: 'last4', show: ({ brand, last4 }) => t('billing:card.ending', { brand, last4 }) },
        { name: 'attempts', end: true },
        { name: 'next_attempt_at' },
        { name: 'error' },
        { name: 'created_at', hidden: true },
      ]}
      nameOf={({ document_number, id }) => document_number ?? `#${id}`}
      open={({ invoice_id }) => paths.invoiceEdit({ id: invoice_id })}
      empty={t('billing:card.noPayments')}
    >
      {children}
      <SelectFilter
        name="state"
        values={states}
        label={t('billing:fields.cardpayment.state')}
        textOf={(each) => t(`billing:card.states.${each}`)}
      />
    </ListPage>
  )
}

function Cards({ organisation_id, children }: Parts) {
  const { t } = useTranslation()
  return (
    <ListPage
      title={t('billing:card.list')}
      text={t('billing:card.cardsText')}
      resource="storedcard"
      schema={cardSchema}
      filters={{ organisation_id, state: 'active' }}
      columns={[
        { name: 'person' },
        { name: 'last4', show: ({ brand, last4 }) => t('billing:card.ending', { brand, last4 }) },
        { name: 'exp_year', show: monthOf },
        { name: 'mandated_at' },
        { name: 'mandate_text', hidden: true },
      ]}
      nameOf={({ person, id }) => person ?? `#${id}`}
      empty={t('billing:card.noCards')}
    >
      {children}
    </ListPage>
  )
}

const colours = {
  waiting: 'blue',
  running: 'blue',
  paid: 'teal',
  action_required: 'orange',
  given_up: 'red',
  cancelled: 'gray',
} as const

type Parts = { organisation_id: number; children: React.ReactNode }
