import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { toMoney } from '../../kit/format/money.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Section } from '../../kit/page/Section.tsx'
import { useInvoiceDocument } from '../documents/document.ts'
import { keys } from '../keys.ts'
import { CardButtons } from './CardButtons.tsx'
import classes from './ToPay.module.css'

/** Invoices that are shown with how to pay them; the rest stands in the list. */
const SHOWN = 3

/** What one has to pay in this organisation, the first that is due on top, and how; nothing where all is paid. */
export function ToPay() {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  const of = { organisation_id: organisation_id!, user_id: user!.id }
  const { data } = useQuery({
    queryKey: keys.toPay(of),
    queryFn: async () => {
      const query = { ...of, type: 'invoice', state: 'authorised', sort: 'due_on', limit: SHOWN } as const
      return guarded(client.list('invoice', query))
    },
    staleTime: 0,
  })
  if (!data || data.data.length === 0) return null
  const more = (data.info.total ?? 0) - data.data.length
  return (
    <Section title={t('billing:invoice.toPay')}>
      {data.data.map((invoice) => (
        <Unpaid key={invoice.id} invoice={invoice} />
      ))}
      {more > 0 && <Text c="dimmed">{t('billing:invoice.moreToPay', { count: more })}</Text>}
    </Section>
  )
}

function Unpaid({ invoice }: { invoice: Row<'invoice'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const heading = useId()
  const { data: document } = useInvoiceDocument(invoice.id)
  const { id, document_number: number, payable, currency, next_due_on, overdue } = invoice
  const details = document?.issuer?.payment_details
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <h3 id={heading} className={classes.title}>
        {t('billing:invoice.toPayOf', { number, amount: toMoney(payable, currency) })}
      </h3>
      <Text {...(overdue && { c: 'var(--mantine-color-error)', fw: 600 })}>
        {t(`billing:invoice.${overdue ? 'wasDue' : 'due'}`, { day: day(next_due_on) })}
      </Text>
      {details && (
        <div>
          <p className={classes.details}>{details}</p>
          <p>{t('billing:invoice.payReference', { number })}</p>
        </div>
      )}
      <Group gap="sm">
        {document?.card && <CardButtons document={document} />}
        <Button component={Link} to={paths.invoice({ id })} variant="default">
          {t('billing:invoice.show')}
        </Button>
      </Group>
    </section>
  )
}
