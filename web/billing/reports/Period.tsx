import { useTranslation } from 'react-i18next'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import type { Report } from './report.ts'

/** The first and the last day; those of the report until others are chosen. */
export function Period({ report, only_until = false, change }: Props) {
  const { t } = useTranslation()
  return (
    <>
      {(only_until ? (['until'] as const) : (['from', 'until'] as const)).map((name) => (
        <DateInput
          key={name}
          label={t(`billing:reports.${name}`)}
          value={report?.[name] ?? ''}
          required
          onChange={(day) => change(name, day)}
        />
      ))}
    </>
  )
}

type Props = {
  report: Report | undefined
  only_until?: boolean
  change: (name: 'from' | 'until', value: string) => void
}
