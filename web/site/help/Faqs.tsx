import { Accordion, Alert, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContentText } from '../pages/ContentPage.tsx'
import classes from './HelpPage.module.css'
import type { CurrentFaq, useFaqs } from './useFaqs.ts'

/** Questions under their categories, in the order of their administrators; an answer opens below its question. */
export function Faqs({ query: { data, error } }: { query: ReturnType<typeof useFaqs> }) {
  const { t } = useTranslation()
  if (error) return <Alert color="red">{t('site:help.failed')}</Alert>
  if (!data || data.rows.length === 0) return null
  const { rows, total } = data
  // Those without a category come first: below another one's heading they would seem to belong to it.
  const categories = Map.groupBy(rows, ({ category }) => category ?? '')
  const sorted = [...categories].sort(([a], [b]) => Number(a !== '') - Number(b !== ''))
  return (
    <section>
      <Title order={2} className={classes.heading}>
        {t('site:help.questions')}
      </Title>
      {sorted.map(([category, faqs]) => (
        <Category key={category} category={category} faqs={faqs} />
      ))}
      {total > rows.length && (
        <Text mt="sm" c="dimmed">
          {t('site:help.more', { total })}
        </Text>
      )}
    </section>
  )
}

function Category({ category, faqs }: { category: string; faqs: CurrentFaq[] }) {
  const [opened, setOpened] = useState<string[]>([])
  return (
    <>
      {category && (
        <Title order={3} className={classes.category}>
          {category}
        </Title>
      )}
      <Accordion multiple value={opened} onChange={setOpened} order={category ? 4 : 3}>
        {faqs.map(({ id, question, answer }) => (
          <Accordion.Item key={id} value={String(id)}>
            <Accordion.Control>{question}</Accordion.Control>
            {/* Rendered when it is opened: there may be hundreds. */}
            <Accordion.Panel>{opened.includes(String(id)) && <ContentText text={answer} />}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </>
  )
}
