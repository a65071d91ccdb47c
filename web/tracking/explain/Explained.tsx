import { Alert, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTimes } from '../../kit/format/useTimes.ts'
import { AlertsThen } from './AlertsThen.tsx'
import { BoundariesThen } from './BoundariesThen.tsx'
import { NotifiedThen } from './NotifiedThen.tsx'
import { ReportThen } from './ReportThen.tsx'
import type { Explanation } from './types.ts'
import { isOpen, useVerdict } from './useVerdict.ts'

/** An explanation, from the answer in a sentence to who was notified. */
export function Explained({ of }: { of: Explanation }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { headline, sentence } = useVerdict(of)
  return (
    <>
      <Alert
        color={of.alerts.some((alert) => isOpen(alert, of.at)) ? 'red' : 'gray'}
        variant="light"
        mb="xl"
        title={null}
      >
        <Title order={2} size="h4">
          {headline}
        </Title>
        <Text size="sm" c="dimmed">
          {of.tracker.name}, {moment(of.at, true)}
        </Text>
        <Text mt={6}>{sentence}</Text>
        {!of.tracker.active && <Text mt={6}>{t('tracking:explain.report.inactive')}</Text>}
      </Alert>
      <ReportThen of={of} />
      <BoundariesThen of={of} />
      <AlertsThen of={of} />
      <NotifiedThen notified={of.notified} />
      <Text c="dimmed" size="sm">
        {t('tracking:explain.present')}
      </Text>
    </>
  )
}
