import { Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { labelOf } from '../../kit/forms/labels.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { ReferencePicker } from '../../kit/reference/ReferencePicker.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { UnsavedChanges } from '../../kit/ui/UnsavedChanges.tsx'
import { AmountsFields } from '../documents/AmountsFields.tsx'
import { actOnInvoice } from '../documents/document.ts'
import { bodyOf, type Computed, type Draft } from '../documents/draft.ts'
import { Lines } from '../documents/Lines.tsx'
import { Totals } from '../documents/Totals.tsx'
import type { Books } from '../documents/useBooks.ts'
import { useDraft } from '../documents/useDraft.ts'
import { contactReference, themeReference } from '../references.ts'
import classes from './InvoiceForm.module.css'

/** Fields that show what the server refuses of them. */
const shown = /^(contact_id|issued_on|due_on|exchange_rate|reference|lines\.\d+\.\w+)$/

/** The editor of a draft. Its totals are computed while it is typed, by the server's own function. */
export function InvoiceForm({ organisation_id, invoice, initial, books, onSaved, remove }: Props) {
  const { t } = useTranslation()
  const { draft, change, touched, key, leaving, computed, errorOf, busy, refusal, send, ...editor } = useDraft(
    initial,
    books,
  )
  const isForeign = draft.currency !== books.config.currency
  const isWrong = draft.contact_id === null || editor.isWrong
  const isShown = refusal?.field !== undefined && shown.test(refusal.field)

  async function store(): Promise<Row<'invoice'>> {
    const body = { ...bodyOf(draft), ...(!isForeign && { exchange_rate: null }) }
    if (!invoice) return (await guarded(client.create('invoice', { ...body, organisation_id }, key))).data
    const { id, modified_at } = invoice
    return (await guarded(client.update('invoice', { ...body, id, modified_at }))).data
  }
  const save = () =>
    send(async () => {
      const row = await store()
      leaving.current = true
      showSuccess(t('billing:invoice.saved'))
      await onSaved(row)
    })
  const authorise = () =>
    send(async () => {
      const { id } = touched || !invoice ? await store() : invoice
      leaving.current = true
      const row = await actOnInvoice(client.act('POST invoice/authorise', { id }))
      showSuccess(t('billing:invoice.authorised', { number: row.document_number }))
      await onSaved(row)
    })

  return (
    <Stack gap="lg">
      {!isShown && <RefusalAlert refusal={refusal} />}
      <Head organisation_id={organisation_id} draft={draft} books={books} change={change} errorOf={errorOf} />
      <section>
        <Title order={2} size="h5" mb="sm">
          {t('billing:invoice.lines')}
        </Title>
        <Lines
          draft={draft}
          books={books}
          computed={computed}
          errorOf={errorOf}
          change={(lines) => change({ lines })}
        />
      </section>
      {computed.amounts ? (
        <Totals {...computed.amounts} currency={draft.currency} />
      ) : (
        <p className={classes.wrong}>{t(`billing:invoice.${wrongSum(computed)}`)}</p>
      )}
      <Group justify="space-between" gap="sm">
        {remove ? <ConfirmButton label={t('form.remove')} run={remove} dangerous /> : <span />}
        <Group gap="sm">
          <Button variant="default" loading={busy} disabled={isWrong || (!touched && invoice !== null)} onClick={save}>
            {t('billing:invoice.save')}
          </Button>
          <Button loading={busy} disabled={isWrong || computed.amounts?.gross === 0} onClick={authorise}>
            {t('billing:invoice.authorise')}
          </Button>
        </Group>
      </Group>
      <p className={classes.note}>{t('billing:invoice.authoriseText')}</p>
      <UnsavedChanges changed={touched} free={leaving} />
    </Stack>
  )
}

const wrongSum = ({ errors }: Computed) => (errors.lines ? 'tooMuchOff' : 'tooLarge')

function Head({ organisation_id, draft, books, change, errorOf }: HeadProps) {
  const { t } = useTranslation()
  const day = (name: 'issued_on' | 'due_on') => (
    <DateInput
      name={name}
      label={labelOf(t, 'invoice', name)}
      value={draft[name]}
      error={errorOf(name)}
      max="9999-12-31"
      required
      withAsterisk
      onChange={(value) => change({ [name]: value })}
    />
  )
  return (
    <div className={classes.head}>
      <ReferencePicker
        reference={contactReference(organisation_id)}
        name="contact_id"
        label={labelOf(t, 'invoice', 'contact_id')}
        placeholder={t('billing:invoice.pickContact')}
        withAsterisk
        clearable={false}
        error={errorOf('contact_id')}
        value={draft.contact_id}
        onChange={(contact_id) => change({ contact_id })}
      />
      {day('issued_on')}
      {day('due_on')}
      <TextInput
        name="reference"
        label={labelOf(t, 'invoice', 'reference')}
        maxLength={200}
        value={draft.reference}
        error={errorOf('reference')}
        onChange={(event) => change({ reference: event.currentTarget.value })}
      />
      <AmountsFields draft={draft} books={books} change={change} />
      {draft.currency !== books.config.currency && (
        <TextInput
          name="exchange_rate"
          label={t('billing:invoice.rate', { own: books.config.currency, currency: draft.currency })}
          description={t('billing:invoice.rateText')}
          inputMode="decimal"
          maxLength={18}
          value={draft.exchange_rate}
          error={errorOf('exchange_rate')}
          onChange={(event) => change({ exchange_rate: event.currentTarget.value.trim() })}
        />
      )}
      <ReferencePicker
        reference={themeReference(organisation_id)}
        label={labelOf(t, 'invoice', 'branding_theme_id')}
        value={draft.branding_theme_id}
        onChange={(branding_theme_id) => change({ branding_theme_id })}
      />
    </div>
  )
}

type HeadProps = {
  organisation_id: number
  draft: Draft
  books: Books
  change: (changed: Partial<Draft>) => void
  errorOf: (field: string) => string | undefined
}

type Props = {
  organisation_id: number
  /** The stored draft, or null for a new one. */
  invoice: Row<'invoice'> | null
  initial: Draft
  books: Books
  onSaved: (row: Row<'invoice'>) => Promise<void> | void
  remove?: (() => Promise<unknown>) | undefined
}
