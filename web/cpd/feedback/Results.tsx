import { Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { keys } from '../keys.ts'
import classes from './Results.module.css'

type Question = DataOf<'GET devfeedback/results'>['questions'][number]

/** What colleagues have answered, question by question. */
export function Results({ id }: { id: number }) {
  const { t } = useTranslation()
  const { data: results } = useQuery({
    queryKey: keys.feedbackResults(id),
    queryFn: async () => (await guarded(client.act('GET devfeedback/results', { id }))).data,
  })
  if (!results) return null
  return (
    <Stack gap="xl" maw={640}>
      <Text c="dimmed">{t('cpd:feedback.resultsOf', { count: results.answers })}</Text>
      {results.questions.map((question) => (
        <Answered key={question.name} question={question} />
      ))}
    </Stack>
  )
}

function Answered({ question: { label, count, hidden, mean, counts, texts } }: { question: Question }) {
  const { t } = useTranslation()
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {label}
      </Title>
      {hidden && <Text c="dimmed">{t('cpd:feedback.fewAnswered')}</Text>}
      {mean !== null && <Text mb="xs">{t('cpd:feedback.mean', { mean })}</Text>}
      {counts && (
        <ul className={classes.bars} data-short={counts.every(({ value }) => value.length <= 3) || undefined}>
          {counts.map((each) => (
            <li key={each.value} className={classes.bar}>
              <span>{each.value}</span>
              <Progress value={(100 * each.count) / count} size="lg" aria-hidden />
              <span className={classes.count}>{each.count}</span>
            </li>
          ))}
        </ul>
      )}
      {texts && (
        <ul className={classes.texts}>
          {texts.map((text, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: texts do not change, and two may be the same
            <li key={i}>
              <LinkedText text={text} plain />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
