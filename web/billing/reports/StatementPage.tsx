import { Skeleton, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { Page } from '../../kit/page/Page.tsx'
import classes from '../../kit/report/Report.module.css'
import { keys } from '../keys.ts'
import { Period } from './Period.tsx'
import { ReportTable } from './ReportTable.tsx'
import { SaveButtons } from './SaveButtons.tsx'

/** The statement of account of the contact of `?id=`, else of oneself. */
export function StatementPage() {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  const [params] = useAddress()
  const named = Number(params.get('id')) || null
  const of = { organisation_id: organisation_id!, user_id: user!.id }
  const { data: own, error } = useQuery({
    queryKey: keys.ownContact(of),
    queryFn: async () => (await guarded(client.list('invoicing/contact', of))).data[0]?.id ?? null,
    enabled: named === null,
  })
  const contact_id = named ?? own
  if (contact_id) return <Statement contact_id={contact_id} />
  return (
    <Page title={t('billing:reports.statement')} width="record">
      {error ? (
        <Text role="alert">{sentenceOf(error)}</Text>
      ) : own === null ? (
        <Text c="dimmed">{t('billing:reports.noStatement')}</Text>
      ) : (
        <Skeleton h={240} aria-hidden />
      )}
    </Page>
  )
}

function Statement({ contact_id }: { contact_id: number }) {
  const { t } = useTranslation()
  const [params, change] = useAddress()
  const [from, until] = [params.get('from'), params.get('until')]
  const query = { contact_id, ...(from && { from }), ...(until && { until }) }
  const { data, error, refetch } = useQuery({
    queryKey: keys.report(query),
    queryFn: async () => (await guarded(client.act('GET invoicing/statement', query))).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const set = (name: string, value: string) =>
    change((before) => {
      before.set(name, value)
      return before
    })
  return (
    <Page
      title={data?.title ?? t('billing:reports.statement')}
      width="record"
      actions={<SaveButtons path="invoicing/statement/file" query={query} report={data} />}
    >
      <div className={classes.filters}>
        <Period report={data} change={set} />
      </div>
      <ReportTable report={data} reason={error && sentenceOf(error)} retry={() => void refetch()} />
      {data?.how_to_pay && (
        <section aria-labelledby="how-to-pay">
          <h2 id="how-to-pay">{t('billing:reports.howToPay')}</h2>
          <Text style={{ whiteSpace: 'pre-wrap' }}>{data.how_to_pay}</Text>
        </section>
      )}
    </Page>
  )
}
