import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useCurrentPage } from '../content/currentPage.ts'
import { ContentPage, ContentText } from './ContentPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

export function DownloadsPage() {
  return <ContentPage of="downloads" />
}

/** A page that administrators have added under a key of their own. */
export function AddedPage() {
  const { t } = useTranslation()
  const query = useCurrentPage(useParams().key ?? '')
  return (
    <Loaded query={query} title={t('site:pages.other')}>
      {(page) =>
        page ? (
          <Page title={page.title}>
            <ContentText text={page.text} />
          </Page>
        ) : (
          <NotFoundPage />
        )
      }
    </Loaded>
  )
}
