import { Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { isDecimal } from '#api/billing/money/document.ts'
import { client } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { actOnInvoice, type InvoiceDocument } from '../documents/document.ts'
import { computeDraft, draftOf, plain, type Rates } from '../documents/draft.ts'
import { Totals } from '../documents/Totals.tsx'
import classes from './CreditDialog.module.css'

/** Credits an invoice: what is left of it, or less of its lines. */
export function CreditDialog({ document, close }: { document: InvoiceDocument; close: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { invoice, lines, digits } = document
  const [quantities, setQuantities] = useState(() => lines.map(({ quantity }) => plain(quantity)))
  const [reason, setReason] = useState('')
  const whole = lines.every(({ quantity }, i) => plain(quantity) === quantities[i])
  const isRight = (text: string, i: number) => isDecimal(text) && Number(text) <= Number(lines[i]!.quantity)
  const draft = draftOf(invoice, lines, digits)
  const rest = draft.lines
    .map((line, i) => ({ ...line, quantity: quantities[i]!, tax_rate_id: i }))
    .filter(({ quantity }) => Number(quantity) > 0)
  // As they were when the invoice was authorised.
  const rates: Rates = new Map(lines.map(({ tax_rate, tax_name }, i) => [i, { name: tax_name, rate: tax_rate }]))
  const { amounts } = computeDraft({ amounts_are: invoice.amounts_are, lines: rest }, rates, digits)
  const run = async () => {
    const credited = rest.map(({ key: _, tax_rate_id: index, discount, ...line }) => ({
      ...line,
      discount: discount || '0',
      tax_rate_id: lines[index!]!.tax_rate_id,
    }))
    const answer = client.act('POST invoice/credit', {
      id: invoice.id,
      ...(reason.trim() && { reason: reason.trim() }),
      ...(!whole && { lines: credited }),
    })
    const note = await actOnInvoice(answer)
    showSuccess(t('billing:invoice.creditDone', { number: note.document_number }))
    navigate(paths.invoiceEdit({ id: note.id }))
  }
  return (
    <ActionDialog
      title={t('billing:invoice.credit')}
      text={t('billing:invoice.creditText')}
      submit={t('billing:invoice.creditSubmit')}
      disabled={rest.length === 0 || !quantities.every(isRight)}
      size="lg"
      run={run}
      close={close}
    >
      <Stack gap="xs">
        {lines.map((line, i) => (
          <div key={line.id} className={classes.line}>
            <Text size="sm">{line.description}</Text>
            <TextInput
              size="sm"
              inputMode="decimal"
              aria-label={t('billing:invoice.creditQuantity', { line: line.description })}
              description={t('billing:invoice.creditOf', { quantity: plain(line.quantity) })}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={quantities[i]}
              error={isRight(quantities[i]!, i) ? undefined : t('billing:invoice.wrong')}
              onChange={(event) => {
                const typed = event.currentTarget.value.trim()
                setQuantities((before) => before.map((each, at) => (at === i ? typed : each)))
              }}
            />
          </div>
        ))}
      </Stack>
      {whole ? (
        <Text size="sm">{t('billing:invoice.creditWhole')}</Text>
      ) : (
        amounts && <Totals {...amounts} currency={invoice.currency} />
      )}
      <TextInput
        label={t('billing:invoice.reason')}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}
