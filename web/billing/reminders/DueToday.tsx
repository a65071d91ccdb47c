import { Alert, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { toMoney } from '../../kit/format/money.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { ListFailed } from '../../kit/lists/ListNotes.tsx'
import { keys } from '../keys.ts'
import { Money } from '../Money.tsx'
import classes from '../Reminded.module.css'
import { stepText } from '../stepText.ts'

/** Whom the saved plan writes to today, and what it charges. */
export function DueToday({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { data, error, refetch } = useQuery({
    queryKey: keys.remindersDue(organisation_id),
    queryFn: async () => (await guarded(client.act('GET reminderplan/preview', { organisation_id }))).data,
    staleTime: 0,
  })
  if (error) return <ListFailed reason={sentenceOf(error)} retry={() => void refetch()} />
  if (!data) return <Skeleton h={120} aria-hidden />
  if (data.length === 0) {
    return (
      <Alert variant="light" color="gray">
        {t('billing:reminders.nothingDue')}
      </Alert>
    )
  }
  return (
    <ul className={classes.due}>
      {data.map((due) => (
        <li key={`${due.kind} ${due.invoice_id}`}>
          <div className={classes.line}>
            <span>
              <Link to={paths.invoiceEdit({ id: due.invoice_id })}>{due.document_number}</Link> · {due.contact_name}
            </span>
            <Money amount={due.open} currency={due.currency} />
          </div>
          <Text size="sm" c="dimmed">
            {[
              t('billing:reminders.dueOn', { day: day(due.due_on) }),
              due.kind === 'fee'
                ? t('billing:reminders.fee', { amount: toMoney(due.fee ?? 0, due.currency) })
                : stepText(t, due.days),
              due.email ?? t(`billing:reminders.${due.app ? 'inApp' : 'noAddress'}`),
            ].join(' · ')}
          </Text>
        </li>
      ))}
    </ul>
  )
}
