import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { toMoney } from '../../kit/format/money.ts'
import { showFailure } from '../../kit/ui/showToast.ts'
import type { InvoiceDocument } from '../documents/document.ts'

/** Of instalments, what is due next can be paid, or all that is open. */
export function CardButtons({ document: { invoice } }: { document: InvoiceDocument }) {
  const { t } = useTranslation()
  const { open, payable, currency } = invoice
  if (payable === open) return <CardButton invoice={invoice}>{t('billing:invoice.payByCard')}</CardButton>
  return (
    <>
      <CardButton invoice={invoice} whole>
        {t('billing:instalments.payAll', { amount: toMoney(open, currency) })}
      </CardButton>
      <CardButton invoice={invoice}>
        {t('billing:instalments.payNext', { amount: toMoney(payable, currency) })}
      </CardButton>
    </>
  )
}

/** Opens the payment provider's page. */
function CardButton({ invoice, whole = false, children }: ButtonProps) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      location.assign(
        (await guarded(client.act('POST invoice/checkout', { id: invoice.id, ...(whole && { whole }) }))).data.url,
      )
    } catch (error) {
      showFailure(error, t('form.unreachable'))
      setBusy(false)
    }
  }
  return (
    <Button loading={busy} onClick={start} variant={whole ? 'default' : 'filled'}>
      {children}
    </Button>
  )
}

type ButtonProps = { invoice: Row<'invoice'>; whole?: boolean; children: ReactNode }
