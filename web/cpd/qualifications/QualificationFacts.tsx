import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf, labelOf } from '../../kit/forms/labels.ts'
import { Facts } from '../../kit/ui/Facts.tsx'

/** A qualification as a supervisor sees it. */
export function QualificationFacts({ row }: { row: Row<'devqualification'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const facts = [
    ['person', row.person],
    ['type', row.type],
    ['level', row.level],
    ['issuer', row.issuer],
    ['number', row.number],
    ['issued_on', row.issued_on && day(row.issued_on)],
    ['expires_on', row.expires_on && day(row.expires_on)],
    ['extended_until', row.extended_until && day(row.extended_until)],
    ['state', choiceOf(t, row.state)],
  ] as const
  return (
    <Facts
      facts={facts.filter(([, value]) => value).map(([name, value]) => [labelOf(t, 'devqualification', name), value])}
    />
  )
}
