/** Keys of what this domain keeps in TanStack Query. Those that begin with `rows` follow changes of rows. */
export const keys = {
  adminOverview: (organisation_id: number, from: string) => ['adminOverview', organisation_id, from] as const,
  platform: () => ['platform'] as const,
  /** A page as readers see it. */
  currentPage: (organisation_id: number | null, locale: string, key: string) =>
    ['rows', 'pagecontent', 'current', organisation_id, locale, key] as const,
  currentPages: (organisation_id: number | null) => ['rows', 'pagecontent', 'current', organisation_id] as const,
  /** The published versions of a page. */
  pageVersions: (page_content_id: number) => ['rows', 'pagecontent', 'versions', page_content_id] as const,
  /** FAQs as readers see them. */
  currentFaqs: (organisation_id: number | null, locale: string, search: string) =>
    ['rows', 'faq', 'current', organisation_id, locale, search] as const,
  faqOrder: (filters: object) => ['rows', 'faq', 'order', filters] as const,
}
