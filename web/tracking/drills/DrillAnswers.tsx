import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#api/client.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { Section } from '../../kit/page/Section.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'

/** Who has acknowledged a drill, by which way, and when. */
export function DrillAnswers({ answers, ended }: { answers: Answers; ended: boolean }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  return (
    <Section title={t('tracking:drills.answers.title')}>
      {answers.length === 0 && (
        <Text size="sm">{t(ended ? 'tracking:drills.answers.noneAtAll' : 'tracking:drills.answers.none')}</Text>
      )}
      <Facts
        facts={answers.map(({ name, via, answered_at, seconds }) => [
          name ?? '–',
          [
            moment(answered_at, true),
            ...(seconds === null ? [] : [t('tracking:drills.answers.after', { seconds: Math.round(seconds) })]),
            t(`tracking:drills.answers.via.${via}`),
          ].join(' · '),
        ])}
      />
    </Section>
  )
}

type Answers = DataOf<'GET firedrill/lines'>['answers']
