import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, guarded } from '../core/api.ts'
import { paths } from '../core/paths.ts'
import { useTimes } from '../kit/format/useTimes.ts'
import { choiceOf } from '../kit/forms/labels.ts'
import { Section } from '../kit/page/Section.tsx'
import { keys } from './keys.ts'
import classes from './Reminded.module.css'
import { stepText } from './stepText.ts'

/** What was sent and charged since an invoice is due. */
export function InvoiceReminders({ invoice_id }: { invoice_id: number }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { data = [] } = useQuery({
    queryKey: keys.invoiceReminders(invoice_id),
    queryFn: async () => (await guarded(client.list('invoicereminder', { invoice_id, sort: 'id', limit: 100 }))).data,
    staleTime: 0,
  })
  if (data.length === 0) return null
  return (
    <Section title={t('billing:reminders.title')}>
      <ul className={classes.due}>
        {data.map(({ id, kind, days, sent_on, address, message_state, fee_invoice_id, fee_number }) => (
          <li key={id}>
            <div className={classes.line}>
              <span>
                {kind === 'fee' ? t('billing:reminders.lateFee') : stepText(t, days)}
                {fee_invoice_id !== null && (
                  <>
                    {' · '}
                    <Link to={paths.invoiceEdit({ id: fee_invoice_id })}>{fee_number}</Link>
                  </>
                )}
              </span>
              <span>{day(sent_on)}</span>
            </div>
            <Text size="sm" c="dimmed">
              {[address, message_state && choiceOf(t, message_state)].filter(Boolean).join(' · ') ||
                t('billing:reminders.noAddress')}
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  )
}
