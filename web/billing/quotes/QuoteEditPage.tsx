import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { dayOf } from '../../kit/format/zoned.ts'
import { doneOf } from '../../kit/forms/labels.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { newDraft } from '../documents/draft.ts'
import { useBooks } from '../documents/useBooks.ts'
import { keys } from '../keys.ts'
import { draftOfQuote, termsOf } from './form.ts'
import { QuoteActions } from './QuoteActions.tsx'
import { QuoteBadge } from './QuoteBadge.tsx'
import { QuoteForm } from './QuoteForm.tsx'
import { QuoteView } from './QuoteView.tsx'

/** The quote of `?id=`: a draft in the editor, one that was sent with its answer. */
export function QuoteEditPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { timezone } = usePreferences()
  const id = Number(useSearchParams()[0].get('id')) || 0
  const { books, error } = useBooks(organisation_id)
  const query = useQuery({
    queryKey: keys.quote(id),
    queryFn: async () => (await guarded(client.read('quote', id))).data,
    enabled: id > 0,
    staleTime: 0,
  })
  const { run } = useAction({ changes: ['quote'] })
  const row = id === 0 ? null : query.data
  const today = dayOf(Date.now(), timezone)
  const data = books && row !== undefined ? { books, row } : undefined
  const remove = () =>
    run(
      async () => {
        await client.remove('quote', id)
        navigate(paths.quotes())
      },
      doneOf(t, 'quote', 'removed'),
    )
  return (
    <Loaded
      query={{ data, error: error ?? query.error }}
      title={t('billing:quotes.title')}
      missing={t('billing:quotes.missing')}
    >
      {({ books, row }) => (
        <Page
          title={
            row === null
              ? t('billing:quotes.new')
              : row.document_number
                ? t('billing:quotes.titleOf', { number: row.document_number })
                : t('billing:quotes.draft')
          }
          width="record"
          state={row && <QuoteBadge quote={row} />}
          actions={row && <QuoteActions quote={row} />}
        >
          {row && row.state !== 'draft' ? (
            <QuoteView quote={row} />
          ) : (
            <QuoteForm
              key={row?.modified_at ?? organisation_id}
              organisation_id={row?.organisation_id ?? organisation_id}
              row={row}
              first={{
                draft: row ? draftOfQuote(row, books) : newDraft({ ...books.config, due_days: 30 }, today, null),
                terms: termsOf(row),
              }}
              books={books}
              onSaved={(saved) => navigate(paths.quoteEdit({ id: saved }), { replace: true })}
              remove={row ? remove : undefined}
            />
          )}
        </Page>
      )}
    </Loaded>
  )
}
