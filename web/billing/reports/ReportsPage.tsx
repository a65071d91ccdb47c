import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { reportNames } from '#api/billing/money/shared/report_names.ts'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { Page } from '../../kit/page/Page.tsx'
import classes from '../../kit/report/Report.module.css'
import { BillingNav } from '../BillingNav.tsx'
import { keys } from '../keys.ts'
import { Period } from './Period.tsx'
import { RatesField } from './RatesField.tsx'
import { ReportTable } from './ReportTable.tsx'
import { SaveButtons } from './SaveButtons.tsx'

/** Those at the end of a day. */
const atDay: readonly string[] = ['aged_debtors', 'deposits']
/** Those that count the same by invoices and by payments. */
const withoutBasis: readonly string[] = [...atDay, 'stripe', 'currency_gains', 'trial_figures', 'members']
const bases = ['invoice', 'cash'] as const
const countries = ['nz', 'au'] as const

/** The reports of the books: each sums to the ledger. */
export function ReportsPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [params, change] = useAddress()
  const set = (name: string, value: string | null) =>
    change((before) => {
      if (value) before.set(name, value)
      return before
    })
  const chosen = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === params.get(name))
  const report = chosen('report', reportNames) ?? 'gst'
  const [basis, country] = [chosen('basis', bases), chosen('country', countries)]
  const [from, until] = [params.get('from'), params.get('until')]
  const query = {
    organisation_id,
    report,
    ...(basis && { basis }),
    ...(country && { country }),
    ...(from && !atDay.includes(report) && { from }),
    ...(until && { until }),
    ...(report === 'currency_gains' && params.get('rates') && { rates: params.get('rates')! }),
  }
  const { data, error, refetch } = useQuery({
    queryKey: keys.report(query),
    queryFn: async () => (await guarded(client.act('GET invoicing/report', query))).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <Page
      title={t('billing:reports.title')}
      width="full"
      actions={<SaveButtons path="invoicing/report/file" query={query} report={data} />}
    >
      <BillingNav />
      <div className={classes.filters}>
        <Select
          label={t('billing:reports.report')}
          data={reportNames.map((value) => ({ value, label: t(`billing:reports.names.${value}`) }))}
          value={report}
          allowDeselect={false}
          onChange={(value) => set('report', value)}
        />
        <Period report={data} only_until={atDay.includes(report)} change={set} />
        {!withoutBasis.includes(report) && (
          <Select
            label={t('billing:reports.basis')}
            data={bases.map((value) => ({ value, label: t(`billing:reports.bases.${value}`) }))}
            value={basis ?? 'invoice'}
            allowDeselect={false}
            onChange={(value) => set('basis', value)}
          />
        )}
        {report === 'gst' && (
          <Select
            label={t('billing:reports.country')}
            data={countries.map((value) => ({ value, label: t(`billing:reports.countries.${value}`) }))}
            value={country ?? (data?.currency === 'AUD' ? 'au' : 'nz')}
            allowDeselect={false}
            onChange={(value) => set('country', value)}
          />
        )}
        {report === 'currency_gains' && (
          <RatesField value={params.get('rates') ?? ''} change={(rates) => set('rates', rates)} />
        )}
      </div>
      <ReportTable report={data} reason={error && sentenceOf(error)} retry={() => void refetch()} />
    </Page>
  )
}
