import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import type { Filters } from '../../kit/lists/useListQuery.ts'
import { keys } from '../keys.ts'
import { Money } from '../Money.tsx'
import classes from './InvoiceSums.module.css'

/** What all invoices that match add up to, for each currency: the server computes it. */
export function InvoiceSums({ filters }: { filters: Filters }) {
  const { t } = useTranslation()
  const { data, isError } = useQuery({
    queryKey: keys.invoiceTotals(filters),
    queryFn: async () => (await guarded(client.act('GET invoices/totals', filters))).data,
    staleTime: 0,
  })
  if (isError || data?.length === 0) return null
  return (
    <div className={classes.sums} aria-busy={!data}>
      {data ? (
        data.map((sums) => (
          <dl key={sums.currency} className={classes.currency} aria-label={t('billing:invoices.sums', sums)}>
            {names.map((name) => (
              <div key={name}>
                <dt>{t(`billing:invoices.${name}`, { currency: sums.currency })}</dt>
                <dd>
                  <Money amount={sums[name]} currency={sums.currency} strong />
                </dd>
              </div>
            ))}
          </dl>
        ))
      ) : (
        <Skeleton height={56} />
      )}
    </div>
  )
}

const names = ['net', 'tax', 'gross', 'paid', 'open'] as const
