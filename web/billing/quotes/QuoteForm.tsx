import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { labelOf } from '../../kit/forms/labels.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { ReferencePicker } from '../../kit/reference/ReferencePicker.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { UnsavedChanges } from '../../kit/ui/UnsavedChanges.tsx'
import { AmountsFields } from '../documents/AmountsFields.tsx'
import type { Draft } from '../documents/draft.ts'
import { Lines } from '../documents/Lines.tsx'
import { Totals } from '../documents/Totals.tsx'
import type { Books } from '../documents/useBooks.ts'
import { useDraft } from '../documents/useDraft.ts'
import { contactReference } from '../references.ts'
import { DepositFields } from './DepositFields.tsx'
import { bodyOfQuote, type Quote, type Terms } from './form.ts'
import classes from './Quotes.module.css'

/** The editor of a draft. */
export function QuoteForm({ organisation_id, row, first, books, onSaved, remove }: Props) {
  const { t } = useTranslation()
  const { draft, change, touched, touch, key, leaving, computed, errorOf, busy, refusal, send, ...editor } = useDraft(
    first.draft,
    books,
  )
  const [terms, setTerms] = useState(first.terms)
  const changeTerms = (changed: Partial<Terms>) => {
    touch()
    setTerms((before) => ({ ...before, ...changed }))
  }
  const isWrong = draft.contact_id === null || editor.isWrong
  const save = () =>
    send(async () => {
      const body = bodyOfQuote(draft, terms)
      const answer = row
        ? client.update('quote', { ...body, id: row.id, modified_at: row.modified_at })
        : client.create('quote', { ...body, organisation_id }, key)
      const { data } = await guarded(answer)
      leaving.current = true
      await refresh('quote')
      showSuccess(t('billing:quotes.saved'))
      onSaved(data.id)
    })
  return (
    <Stack gap="lg">
      <RefusalAlert refusal={refusal} />
      <Head
        organisation_id={organisation_id}
        books={books}
        draft={draft}
        terms={terms}
        change={change}
        changeTerms={changeTerms}
        errorOf={errorOf}
      />
      <Lines draft={draft} books={books} computed={computed} errorOf={errorOf} change={(lines) => change({ lines })} />
      {computed.amounts && <Totals {...computed.amounts} currency={draft.currency} />}
      <Group justify="space-between" gap="sm">
        {remove ? <ConfirmButton label={t('form.remove')} run={remove} dangerous /> : <span />}
        <Button loading={busy} disabled={isWrong || (row !== null && !touched)} onClick={save}>
          {t('form.save')}
        </Button>
      </Group>
      <UnsavedChanges changed={touched} free={leaving} />
    </Stack>
  )
}

function Head({ organisation_id, books, draft, terms, change, changeTerms, errorOf }: HeadProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.fields}>
      <ReferencePicker
        reference={contactReference(organisation_id)}
        name="contact_id"
        label={labelOf(t, 'quote', 'contact_id')}
        placeholder={t('billing:invoice.pickContact')}
        withAsterisk
        clearable={false}
        error={errorOf('contact_id')}
        value={draft.contact_id}
        onChange={(contact_id) => change({ contact_id })}
      />
      <DateInput
        label={labelOf(t, 'quote', 'issued_on')}
        value={draft.issued_on}
        error={errorOf('issued_on')}
        required
        onChange={(issued_on) => change({ issued_on })}
      />
      <DateInput
        label={labelOf(t, 'quote', 'valid_until')}
        value={draft.due_on}
        error={errorOf('valid_until')}
        required
        onChange={(due_on) => change({ due_on })}
      />
      <TextInput
        label={labelOf(t, 'quote', 'reference')}
        maxLength={200}
        value={draft.reference}
        onChange={(event) => change({ reference: event.currentTarget.value })}
      />
      <AmountsFields draft={draft} books={books} change={change} />
      <Textarea
        className={classes.whole!}
        label={labelOf(t, 'quote', 'note')}
        description={t('billing:quotes.noteText')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={terms.note}
        onChange={(event) => changeTerms({ note: event.currentTarget.value })}
      />
      <DepositFields terms={terms} currency={draft.currency} change={changeTerms} errorOf={errorOf} />
      <Checkbox
        className={classes.whole!}
        label={labelOf(t, 'quote', 'authorises')}
        description={t('billing:quotes.authorisesText')}
        checked={terms.authorises}
        onChange={(event) => changeTerms({ authorises: event.currentTarget.checked })}
      />
    </div>
  )
}

type HeadProps = Pick<Props, 'organisation_id' | 'books'> & {
  draft: Draft
  terms: Terms
  change: (changed: Partial<Draft>) => void
  changeTerms: (changed: Partial<Terms>) => void
  errorOf: (field: string) => string | undefined
}
type Props = {
  organisation_id: number
  /** The stored draft, or null for a new one. */
  row: Quote | null
  first: { draft: Draft; terms: Terms }
  books: Books
  onSaved: (id: number) => void
  remove?: (() => Promise<unknown>) | undefined
}
