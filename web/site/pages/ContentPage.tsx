import { Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { StandardKey } from '#api/site/content/page_keys.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useCurrentPage } from '../content/currentPage.ts'

const Markdown = lazy(() => import('../../kit/markdown/Markdown.tsx'))

/** A page whose title and text administrators can write. */
export function ContentPage({ of, before, children }: Props) {
  const { t } = useTranslation()
  const query = useCurrentPage(of)
  return (
    <Loaded query={query} title={t(`site:pages.of.${of}`)}>
      {(page) =>
        page && (
          <Page title={page.title}>
            {before}
            <ContentText text={page.text} />
            {children}
          </Page>
        )
      }
    </Loaded>
  )
}

export function ContentText({ text }: { text: string }) {
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <Markdown text={text} />
    </Suspense>
  )
}

type Props = {
  of: StandardKey
  /** Between the title and the text. */
  before?: ReactNode
  /** Below the text. */
  children?: ReactNode
}
