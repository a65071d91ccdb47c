import { useTranslation } from 'react-i18next'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Section } from '../../kit/page/Section.tsx'
import type { InvoiceDocument } from '../documents/document.ts'
import classes from '../invoices/DocumentView.module.css'
import { Money } from '../Money.tsx'

/** In which parts an invoice is paid, and what of each is open; nothing where it is paid at once. */
export function Instalments({ document: { invoice, instalments } }: { document: InvoiceDocument }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { currency, state } = invoice
  if (instalments.length === 0 || state === 'void') return null
  return (
    <Section title={t('billing:instalments.title')}>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{t('billing:instalments.due')}</th>
              <th data-number>{t('billing:instalments.amount')}</th>
              <th data-number>{t('billing:instalments.open')}</th>
            </tr>
          </thead>
          <tbody>
            {instalments.map(({ position, due_on, amount, open }) => (
              <tr key={position}>
                <td>{day(due_on)}</td>
                <td data-number data-label={t('billing:instalments.amount')}>
                  <Money amount={amount} currency={currency} />
                </td>
                <td data-number data-label={t('billing:instalments.open')}>
                  {open === 0 ? t('billing:instalments.settled') : <Money amount={open} currency={currency} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
