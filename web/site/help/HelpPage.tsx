import { Anchor, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useFeatures } from '../../core/rights.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { SearchField } from '../../kit/ui/SearchField.tsx'
import { Keys } from '../../tracking/fleet/Keys.tsx'
import { useCurrentPage } from '../content/currentPage.ts'
import { ContentText } from '../pages/ContentPage.tsx'
import { Faqs } from './Faqs.tsx'
import classes from './HelpPage.module.css'
import { sectionsWith } from './sections.ts'
import { useFaqs } from './useFaqs.ts'

/** Help that administrators write, their FAQs, and a search in both. */
export function HelpPage() {
  const { t } = useTranslation()
  const query = useCurrentPage('help')
  const [typed, setTyped] = useState('')
  const [debounced] = useDebouncedValue(typed.trim(), 250)
  // What is cleared is shown at once.
  const search = typed.trim() && debounced
  const faqs = useFaqs(search)
  return (
    <Loaded query={query} title={t('site:pages.of.help')}>
      {(page) =>
        page && (
          <Page title={page.title}>
            <SearchField className={classes.search} label={t('site:help.search')} value={typed} onChange={setTyped} />
            {search ? (
              <Results search={search} text={page.text} faqs={faqs} />
            ) : (
              <>
                <ContentText text={page.text} />
                <Faqs query={faqs} />
                <ForDesks />
              </>
            )}
          </Page>
        )
      }
    </Loaded>
  )
}

/** Questions that match, and the sections of the page that do. */
function Results({ search, text, faqs }: { search: string; text: string; faqs: ReturnType<typeof useFaqs> }) {
  const { t } = useTranslation()
  const sections = sectionsWith(text, search)
  const found_nothing = sections === '' && faqs.data?.rows.length === 0
  return (
    <div role="status" aria-busy={faqs.isFetching}>
      <Faqs query={faqs} />
      {sections && <ContentText text={sections} />}
      {found_nothing && (
        <Text>
          {t('site:help.none', { search })}{' '}
          <Anchor component={Link} to={paths.contact()} inherit underline="always">
            {t('site:help.ask')}
          </Anchor>
        </Text>
      )}
    </div>
  )
}

/** What the software itself says: its keys, and where programs read on. */
function ForDesks() {
  const { t } = useTranslation()
  const tracks = useFeatures().includes('tracking')
  return (
    <>
      {tracks && (
        <>
          <Title order={2} className={classes.heading}>
            {t('site:help.keys')}
          </Title>
          <Keys />
        </>
      )}
      <Text mt="lg" c="dimmed">
        {t('site:help.api')}{' '}
        <Anchor href="/api/docs" inherit underline="always">
          {t('site:help.apiLink')}
        </Anchor>
      </Text>
    </>
  )
}
