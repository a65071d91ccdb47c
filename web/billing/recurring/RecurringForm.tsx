import { Button, Checkbox, Group, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { doneOf, labelOf } from '../../kit/forms/labels.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { ReferencesPicker } from '../../kit/reference/ReferencesPicker.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { UnsavedChanges } from '../../kit/ui/UnsavedChanges.tsx'
import { AmountsFields } from '../documents/AmountsFields.tsx'
import type { Draft } from '../documents/draft.ts'
import { Lines } from '../documents/Lines.tsx'
import { Totals } from '../documents/Totals.tsx'
import type { Books } from '../documents/useBooks.ts'
import { useDraft } from '../documents/useDraft.ts'
import { contactReference } from '../references.ts'
import { bodyOfRecurring, type Recurring, type Terms } from './form.ts'
import classes from './Recurring.module.css'

/** Contacts of one recurring invoice, as the server has it. */
const MOST_CONTACTS = 500

/** What is written, for whom and when. */
export function RecurringForm({ organisation_id, row, first, books, onSaved }: Props) {
  const { t } = useTranslation()
  const { draft, touched, touch, key, leaving, computed, errorOf, busy, refusal, send, ...editor } = useDraft(
    first.draft,
    books,
  )
  const changeDraft = editor.change
  const [terms, setTerms] = useState(first.terms)
  const change = (changed: Partial<Terms>) => {
    touch()
    setTerms((before) => ({ ...before, ...changed }))
  }
  const isWrong = terms.contact_ids.length === 0 || terms.name.trim() === '' || editor.isWrong
  const save = () =>
    send(async () => {
      const body = bodyOfRecurring(draft, terms)
      const answer = row
        ? client.update('recurringinvoice', { ...body, id: row.id, modified_at: row.modified_at })
        : client.create('recurringinvoice', { ...body, organisation_id }, key)
      const { data } = await guarded(answer)
      leaving.current = true
      await refresh('recurringinvoice')
      showSuccess(doneOf(t, 'recurringinvoice', 'saved'))
      onSaved(data.id)
    })
  const parts = { organisation_id, books, draft, terms, change, changeDraft, errorOf }
  return (
    <>
      <RefusalAlert refusal={refusal} />
      <Section title={t('billing:recurring.about')}>
        <About {...parts} />
      </Section>
      <Section title={t('billing:recurring.schedule')}>
        <Schedule {...parts} />
      </Section>
      <Section title={t('billing:invoice.lines')}>
        <Lines
          draft={draft}
          books={books}
          computed={computed}
          errorOf={errorOf}
          change={(lines) => changeDraft({ lines })}
        />
        {computed.amounts && <Totals {...computed.amounts} currency={draft.currency} />}
        <Checkbox
          label={labelOf(t, 'recurringinvoice', 'prices_on_day')}
          description={t('billing:recurring.pricesText')}
          checked={terms.prices_on_day}
          onChange={(event) => change({ prices_on_day: event.currentTarget.checked })}
        />
      </Section>
      <Group>
        <Button loading={busy} disabled={isWrong || (row !== null && !touched)} onClick={save}>
          {t('billing:recurring.save')}
        </Button>
      </Group>
      <UnsavedChanges changed={touched} free={leaving} />
    </>
  )
}

function About({ organisation_id, books, draft, terms, change, changeDraft, errorOf }: PartProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.fields}>
      <TextInput
        label={labelOf(t, 'recurringinvoice', 'name')}
        maxLength={200}
        withAsterisk
        value={terms.name}
        error={errorOf('name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <ReferencesPicker
        reference={contactReference(organisation_id)}
        label={t('billing:recurring.contacts')}
        placeholder={t('billing:recurring.pickContacts')}
        max={MOST_CONTACTS}
        value={terms.contact_ids}
        onChange={(contact_ids) => change({ contact_ids })}
      />
      <TextInput
        label={labelOf(t, 'invoice', 'reference')}
        maxLength={200}
        value={draft.reference}
        onChange={(event) => changeDraft({ reference: event.currentTarget.value })}
      />
      <AmountsFields draft={draft} books={books} change={changeDraft} error={errorOf('currency')} />
      <NumberInput
        label={labelOf(t, 'recurringinvoice', 'due_days')}
        min={0}
        max={365}
        allowDecimal={false}
        hideControls
        value={terms.due_days}
        error={errorOf('due_days')}
        onChange={(due_days) => change({ due_days })}
      />
      <Checkbox
        label={labelOf(t, 'recurringinvoice', 'sends')}
        description={t('billing:recurring.sendsText')}
        checked={terms.sends}
        onChange={(event) => change({ sends: event.currentTarget.checked })}
      />
    </div>
  )
}

function Schedule({ terms, change, errorOf }: PartProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.fields}>
      <Group gap="sm" align="flex-end" wrap="nowrap">
        <NumberInput
          label={t('billing:recurring.every')}
          w={90}
          min={1}
          max={60}
          allowDecimal={false}
          hideControls
          value={terms.every}
          error={errorOf('every')}
          onChange={(every) => change({ every })}
        />
        <NativeSelect
          aria-label={labelOf(t, 'recurringinvoice', 'unit')}
          value={terms.unit}
          data={(['week', 'month', 'quarter', 'year'] as const).map((value) => ({
            value,
            label: t(`billing:recurring.units.${value}`),
          }))}
          onChange={(event) => change({ unit: event.currentTarget.value as Terms['unit'] })}
        />
      </Group>
      <DateInput
        label={labelOf(t, 'recurringinvoice', 'first_on')}
        description={t('billing:recurring.firstText')}
        value={terms.first_on}
        error={errorOf('first_on')}
        required
        onChange={(first_on) => change({ first_on })}
      />
      <DateInput
        label={labelOf(t, 'recurringinvoice', 'last_on')}
        description={t('billing:recurring.lastText')}
        value={terms.last_on}
        error={errorOf('last_on')}
        onChange={(last_on) => change({ last_on })}
      />
      <NumberInput
        label={labelOf(t, 'recurringinvoice', 'most')}
        description={t('billing:recurring.mostText')}
        min={1}
        max={1000}
        allowDecimal={false}
        hideControls
        value={terms.most}
        error={errorOf('most')}
        onChange={(most) => change({ most })}
      />
    </div>
  )
}

type PartProps = {
  organisation_id: number
  books: Books
  draft: Draft
  terms: Terms
  change: (changed: Partial<Terms>) => void
  changeDraft: (changed: Partial<Draft>) => void
  errorOf: (field: string) => string | undefined
}
type Props = {
  organisation_id: number
  /** The stored one, or null for a new one. */
  row: Recurring | null
  first: { draft: Draft; terms: Terms }
  books: Books
  onSaved: (id: number) => void
}
