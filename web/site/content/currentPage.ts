import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CurrentPage } from '#api/site/content/current.ts'
import { client, guarded } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { keys } from '../keys.ts'

/** Whose pages and FAQs are read here, and in which language: the one that the person prefers, or that of the page. */
export function useReader() {
  const { i18n } = useTranslation()
  const { locale } = usePreferences()
  const { status, organisation_id } = useSession()
  // Signed in, the organisation's may come first.
  return { organisation_id, locale: locale ?? i18n.language, ready: status !== 'restoring' }
}

/** The page with a key as its readers see it; null where no page has it. */
export function useCurrentPage(key: string) {
  const { organisation_id, locale, ready } = useReader()
  return useQuery({
    queryKey: keys.currentPage(organisation_id, locale, key),
    queryFn: async () => (await readCurrent({ organisation_id, locale, key }))[0] ?? null,
    enabled: ready,
    // What has just been published is shown.
    staleTime: 0,
  })
}

/** All pages as readers of an organisation, or of the installation, see them in English. */
export const currentPages = (organisation_id: number | null) =>
  queryOptions({
    queryKey: keys.currentPages(organisation_id),
    queryFn: () => readCurrent({ organisation_id, locale: 'en' }),
    staleTime: 0,
  })

async function readCurrent({ organisation_id, ...query }: Request): Promise<CurrentPage[]> {
  const request = { ...query, ...(organisation_id !== null && { organisation_id }) }
  return (await guarded(client.act('GET pagecontents/current', request))).data
}

type Request = { organisation_id: number | null; locale: string; key?: string }
