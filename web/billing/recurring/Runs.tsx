import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ListFailed } from '../../kit/lists/ListNotes.tsx'
import { keys } from '../keys.ts'
import classes from './Recurring.module.css'

/** The latest days of the schedule, with the invoice of each, or why it has none. */
export function Runs({ recurring_invoice_id }: { recurring_invoice_id: number }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { data, error, refetch } = useQuery({
    queryKey: keys.recurringRuns(recurring_invoice_id),
    queryFn: async () => (await guarded(client.list('recurringrun', { recurring_invoice_id, limit: 100 }))).data,
    staleTime: 0,
  })
  if (error) return <ListFailed reason={sentenceOf(error)} retry={() => void refetch()} />
  if (!data) return <Skeleton h={80} aria-hidden />
  if (data.length === 0) return <Text size="sm">{t('billing:recurring.noRuns')}</Text>
  return (
    <ul className={classes.runs}>
      {data.map((run) => (
        <li key={run.id}>
          <div className={classes.line}>
            <span>
              {run.contact_name}
              {run.invoice_id !== null && (
                <>
                  {' · '}
                  <Link to={paths.invoiceEdit({ id: run.invoice_id })}>
                    {run.document_number ?? t('billing:recurring.draft')}
                  </Link>
                </>
              )}
            </span>
            <span>
              {day(run.for_day)} · {t(`billing:recurring.runStates.${run.state}`)}
            </span>
          </div>
          {run.problem && (
            <Text size="sm" c="red">
              {run.problem}
            </Text>
          )}
        </li>
      ))}
    </ul>
  )
}
