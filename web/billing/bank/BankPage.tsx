import lineSchema from 'virtual:resource/bankline'
import statementSchema from 'virtual:resource/bankstatement'
import { Badge, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { toDay } from '../../kit/format/format.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { SelectFilter, useFilter } from '../../kit/lists/SelectFilter.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageTabs, useTab } from '../../kit/page/PageTabs.tsx'
import { BillingNav } from '../BillingNav.tsx'
import { Money } from '../Money.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { Movements, Payouts } from './Stripe.tsx'
import { booksOf, ToConfirm } from './ToConfirm.tsx'

const tabs = ['open', 'lines', 'statements', 'payouts', 'movements'] as const
const states = ['open', 'confirmed', 'ignored'] as const

/** What the bank says: lines to confirm, all lines, and the statements that they came with; and what Stripe holds. */
export function BankPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [tab, setTab] = useTab(tabs)
  const [importing, setImporting] = useState(false)
  const parts = {
    title: t('billing:bank.title'),
    actions: <Button onClick={() => setImporting(true)}>{t('billing:bank.import')}</Button>,
    children: (
      <>
        <BillingNav />
        <PageTabs tabs={tabs} tab={tab} setTab={setTab} label={(name) => t(`billing:bank.tabs.${name}`)} />
      </>
    ),
  }
  return (
    <>
      {tab === 'open' && (
        <Page title={parts.title} actions={parts.actions} width="full">
          {parts.children}
          <ToConfirm key={organisation_id} organisation_id={organisation_id} />
        </Page>
      )}
      {tab === 'lines' && <Lines {...parts} organisation_id={organisation_id} />}
      {tab === 'statements' && <Statements {...parts} organisation_id={organisation_id} />}
      {tab === 'payouts' && <Payouts {...parts} organisation_id={organisation_id} />}
      {tab === 'movements' && <Movements {...parts} organisation_id={organisation_id} />}
      {importing && <ImportDialog organisation_id={organisation_id} close={() => setImporting(false)} />}
    </>
  )
}

function Lines({ organisation_id, children, ...parts }: Parts) {
  const { t } = useTranslation()
  const [state] = useFilter('state', states)
  return (
    <ListPage
      {...parts}
      resource="bankline"
      schema={lineSchema}
      filters={{ organisation_id, ...(state && { state }) }}
      columns={[
        { name: 'day' },
        { name: 'name' },
        { name: 'reference' },
        { name: 'details', hidden: true },
        { name: 'amount', end: true, show: (row) => <Money amount={row.amount} currency={row.currency} /> },
        {
          name: 'state',
          show: (row) => (
            <Badge variant="light" color={colours[row.state]} miw="max-content">
              {t(`billing:bank.states.${row.state}`)}
            </Badge>
          ),
        },
        { name: 'currency', hidden: true },
      ]}
      bulk={[
        {
          label: t('billing:bank.ignore'),
          fits: (row) => row.state === 'open',
          ask: (count) => t('billing:bank.ignoreAsk', { count }),
          run: async ({ id }) => {
            await client.act('POST bankline/ignore', { id })
            await refresh('bankstatement')
          },
        },
        {
          label: t('billing:bank.undo'),
          fits: (row) => row.state !== 'open',
          ask: (count) => t('billing:bank.undoAsk', { count }),
          run: async ({ id }) => {
            await client.act('POST bankline/undo', { id })
            await Promise.all(booksOf.map(refresh))
          },
        },
      ]}
      nameOf={(row) => row.name || row.reference || toDay(row.day)}
      empty={t('billing:bank.noLines')}
    >
      {children}
      <SelectFilter
        name="state"
        values={states}
        label={t('billing:fields.bankline.state')}
        textOf={(each) => t(`billing:bank.states.${each}`)}
      />
    </ListPage>
  )
}

function Statements({ organisation_id, ...parts }: Parts) {
  const { t } = useTranslation()
  return (
    <ListPage
      {...parts}
      resource="bankstatement"
      schema={statementSchema}
      filters={{ organisation_id }}
      columns={[
        { name: 'name' },
        { name: 'format', show: (row) => t(`billing:bank.formats.${row.format}`) },
        { name: 'account' },
        { name: 'currency' },
        { name: 'lines_count', end: true },
        { name: 'open_count', end: true },
        { name: 'created_at' },
      ]}
      nameOf={({ name }) => name}
      removable
      empty={t('billing:bank.noStatements')}
    />
  )
}

const colours = { open: 'orange', confirmed: 'teal', ignored: 'gray' } as const

type Parts = { organisation_id: number; title: string; actions: React.ReactNode; children: React.ReactNode }
