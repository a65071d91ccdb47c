import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { useReader } from '../content/currentPage.ts'
import { keys } from '../keys.ts'

/** FAQs as readers see them; those that match, where something is searched for. */
export function useFaqs(search: string) {
  const { organisation_id, locale, ready } = useReader()
  return useQuery({
    queryKey: keys.currentFaqs(organisation_id, locale, search),
    queryFn: async () => {
      const request = { locale, ...(organisation_id !== null && { organisation_id }), ...(search && { search }) }
      const { data, info } = await guarded(client.call<Answer>('GET', 'faqs/current', request))
      return { rows: data, total: info.total }
    },
    enabled: ready,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

export type CurrentFaq = Pick<Row<'faq'>, 'id' | 'question' | 'answer' | 'category'>
type Answer = { data: CurrentFaq[]; info: { total: number } }
