import schema from 'virtual:resource/trackerloan'
import { Alert, Button, SegmentedControl, List as Steps, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { useRefresh } from '../../kit/lists/useRefresh.ts'
import { CodeDialog } from './CodeDialog.tsx'
import { RemoteLoans } from './RemoteLoans.tsx'
import { stateOf } from './stateOf.ts'

/** Loans of trackers that an organisation gives, and those that it has received. */
export function LoansPage() {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const organisation_id = useSession((session) => session.organisation_id)!
  const administers = useAdministers(organisation_id)
  const [params, change] = useAddress()
  const side = params.get('side')
  const received = side === 'received'
  const [entering, setEntering] = useState(false)
  useRefresh('trackerloan')
  const now = Date.now()
  const show = (side: string) => change(() => new URLSearchParams(side === 'given' ? {} : { side }))
  const sides = <Sides side={side} change={show} />
  const entry = entering && (
    <CodeDialog organisation_id={organisation_id} accepted={show} close={() => setEntering(false)} />
  )
  const enter = administers && <Button onClick={() => setEntering(true)}>{t('tracking:loans.enter')}</Button>
  if (side === 'elsewhere') {
    return (
      <RemoteLoans organisation_id={organisation_id} actions={enter}>
        {sides}
        {entry}
      </RemoteLoans>
    )
  }
  return (
    <ListPage
      title={t('tracking:loans.title')}
      text={t('tracking:loans.text')}
      actions={enter}
      links={[{ to: paths.trackers(), label: t('tracking:trackers.title') }]}
      resource="trackerloan"
      schema={schema}
      filters={received ? { borrower_id: organisation_id } : { organisation_id }}
      columns={[
        { name: 'tracker_name', show: ({ tracker_name }) => tracker_name ?? t('tracking:loans.unnamed') },
        received ? { name: 'lender_name' } : { name: 'borrower_name' },
        { name: 'state', show: (loan) => t(`tracking:loans.states.${stateOf(loan, now)}`) },
        { name: 'begins_at', show: ({ begins_at }) => moment(begins_at) },
        { name: 'ends_at', show: ({ ends_at, ended_at }) => moment(ended_at ?? ends_at) },
        { name: 'note' },
        { name: 'created_at', hidden: true },
      ]}
      nameOf={({ tracker_name }) => tracker_name ?? t('tracking:loans.unnamed')}
      open={(loan) => (received ? paths.loan({ id: loan.id }) : paths.tracker({ id: loan.tracker_id }))}
      bulk={
        administers
          ? [
              {
                label: t('tracking:loans.end'),
                fits: ({ over }) => !over,
                ask: (count) => t('tracking:loans.endAsk', { count }),
                run: ({ id }) => client.act('POST trackerloan/end', { id }),
              },
            ]
          : []
      }
      empty={<First received={received} />}
    >
      {sides}
      {entry}
    </ListPage>
  )
}

function Sides({ side, change }: { side: string | null; change: (side: string) => void }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      mb="md"
      value={side ?? 'given'}
      onChange={change}
      data={[
        { value: 'given', label: t('tracking:loans.given') },
        { value: 'received', label: t('tracking:loans.received') },
        { value: 'elsewhere', label: t('tracking:loans.receivedElsewhere') },
      ]}
    />
  )
}

/** How it is done, where there is no loan yet. */
function First({ received }: { received: boolean }) {
  const { t } = useTranslation()
  return (
    <Alert color="teal" variant="light" title={t('tracking:loans.first.title')} maw={680} mx="auto" ta="start">
      <Steps type="ordered" size="sm" spacing={6}>
        <Steps.Item>{t('tracking:loans.first.offer')}</Steps.Item>
        <Steps.Item>{t('tracking:loans.first.code')}</Steps.Item>
        <Steps.Item>{t('tracking:loans.first.runs')}</Steps.Item>
      </Steps>
      <Text size="sm" mt="sm">
        {t(received ? 'tracking:loans.first.received' : 'tracking:loans.first.given')}
      </Text>
    </Alert>
  )
}
