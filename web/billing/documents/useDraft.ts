import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { randomKey } from '../../core/backend/randomKey.ts'
import { useSending } from '../../kit/forms/useSending.ts'
import { computeDraft, type Draft } from './draft.ts'
import type { Books } from './useBooks.ts'

/**
 * The draft of an invoice, a quote or a recurring invoice in its editor: its totals are computed while it is typed, by the
 * server's own function, and a field has its own error or the server's.
 */
export function useDraft(initial: Draft, books: Books) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(initial)
  const [touched, setTouched] = useState(false)
  /** Of what is created: sent twice, it is one. */
  const [key] = useState(randomKey)
  /** Set once it is saved: its form may be left without a question. */
  const leaving = useRef(false)
  const { busy, refusal, send } = useSending()
  const digits = books.currencies.find(({ code }) => code === draft.currency)?.digits ?? 2
  const computed = computeDraft(draft, books.rates, digits)
  const touch = () => setTouched(true)
  const change = (changed: Partial<Draft>) => {
    touch()
    setDraft((before) => ({ ...before, ...changed }))
  }
  const errorOf = (field: string) => {
    if (refusal?.field === field) return refusal.message
    return computed.errors[field] && t('billing:invoice.wrong')
  }
  const isWrong = Object.keys(computed.errors).length > 0
  return { draft, change, touched, touch, key, leaving, computed, errorOf, isWrong, busy, refusal, send }
}
