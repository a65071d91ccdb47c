import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { dayOf } from '../../kit/format/zoned.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { newDraft } from '../documents/draft.ts'
import { useBooks } from '../documents/useBooks.ts'
import { keys } from '../keys.ts'
import { draftOfRecurring, newTerms, type Recurring, termsOf } from './form.ts'
import { RecurringBadge } from './RecurringBadge.tsx'
import { RecurringForm } from './RecurringForm.tsx'
import { Runs } from './Runs.tsx'

/** The recurring invoice of `?id=`, or a new one. */
export function RecurringPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { timezone } = usePreferences()
  const id = Number(useSearchParams()[0].get('id')) || 0
  const { books, error } = useBooks(organisation_id)
  const query = useQuery({
    queryKey: keys.recurringInvoice(id),
    queryFn: async () => (await guarded(client.read('recurringinvoice', id))).data,
    enabled: id > 0,
    staleTime: 0,
  })
  const row = id === 0 ? null : query.data
  const data = books && row !== undefined ? { books, row } : undefined
  const today = dayOf(Date.now(), timezone)
  return (
    <Loaded
      query={{ data, error: error ?? query.error }}
      title={t('billing:recurring.title')}
      missing={t('billing:recurring.missing')}
    >
      {({ books, row }) => (
        <Page
          title={row?.name ?? t('billing:recurring.new')}
          width="record"
          state={row && <RecurringBadge state={row.state} />}
        >
          {row && <Standing row={row} />}
          {row && row.state !== 'ended' && <Steps row={row} />}
          {row?.state !== 'ended' && (
            <RecurringForm
              key={row?.modified_at ?? organisation_id}
              organisation_id={row?.organisation_id ?? organisation_id}
              row={row}
              first={
                row
                  ? { draft: draftOfRecurring(row, books), terms: termsOf(row) }
                  : { draft: newDraft(books.config, today, null), terms: newTerms(books, today) }
              }
              books={books}
              onSaved={(saved) => navigate(paths.recurringInvoice({ id: saved }), { replace: true })}
            />
          )}
          {row && (
            <Section title={t('billing:recurring.runs')} apart>
              <Runs recurring_invoice_id={row.id} />
            </Section>
          )}
          <Link to={paths.recurringInvoices()}>{t('billing:recurring.title')}</Link>
        </Page>
      )}
    </Loaded>
  )
}

/** When it is next, how often it was due, and what keeps it from being written. */
function Standing({ row }: { row: Recurring }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { next_on, made_count: count, author_name, problem } = row
  return (
    <>
      {problem && (
        <Alert color="yellow" mb="md" role="status">
          {problem}
        </Alert>
      )}
      <Text fw={600}>
        {next_on === null
          ? t('billing:recurring.over', { count })
          : t('billing:recurring.next', { day: day(next_on), count })}
      </Text>
      {author_name && (
        <Text size="sm" c="dimmed" mb="lg">
          {t('billing:recurring.author', { name: author_name })}
        </Text>
      )}
    </>
  )
}

function Steps({ row: { id, state } }: { row: Recurring }) {
  const { t } = useTranslation()
  const { busy, run } = useAction({ changes: ['recurringinvoice', 'recurringrun'] })
  const take = (step: 'pause' | 'resume' | 'end') =>
    run(() => client.act('POST recurringinvoice/step', { id, step }), t(`billing:recurring.stepsDone.${step}`))
  const other = state === 'paused' ? 'resume' : 'pause'
  return (
    <Group gap="sm" mb="lg">
      <Button variant="default" loading={busy} title={t('billing:recurring.pauseText')} onClick={() => take(other)}>
        {t(`billing:recurring.steps.${other}`)}
      </Button>
      <ConfirmButton label={t('billing:recurring.steps.end')} run={() => take('end')} dangerous />
    </Group>
  )
}
