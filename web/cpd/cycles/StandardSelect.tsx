import { Anchor, Select, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { compareNames } from '../../kit/format/compareNames.ts'
import { useTimes } from '../../kit/format/useTimes.ts'

/** Picks the standard of a cycle, built in or of the organisation, with its source: rules change every year. */
export function StandardSelect({ standards, value, onChange }: Props) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const standard = standards.find(({ id }) => id === value)
  const label = ({ name, version }: Row<'cpdstandard'>) => `${name} (${version})`
  return (
    <div>
      <Select
        label={t('cpd:fields.devcycle.cpd_standard_id')}
        description={t('cpd:hints.devcycle.cpd_standard_id')}
        placeholder={t('form.none')}
        data={[...standards]
          .sort((a, b) => compareNames(a.name, b.name))
          .map((each) => ({ value: String(each.id), label: label(each) }))}
        value={value === null ? null : String(value)}
        onChange={(id) => onChange(id === null ? null : Number(id))}
        searchable
        clearable
        nothingFoundMessage={t('form.reference.noMatch')}
      />
      {standard && (
        <Text size="sm" c="dimmed" mt={6}>
          {t('cpd:standards.about', {
            authority: standard.authority,
            length: t('cpd:cycles.months', { count: standard.cycle_months }),
            rules: standard.rules.length,
          })}{' '}
          {standard.checked_on && t('cpd:standards.checked', { day: day(standard.checked_on) })}{' '}
          {t('cpd:standards.notice')}{' '}
          {standard.source_url && (
            <Anchor href={standard.source_url} target="_blank" rel="noreferrer" inherit underline="always">
              {t('cpd:standards.source')}
            </Anchor>
          )}
          {standard.source_url && ' · '}
          <Link to={paths.standard({ id: standard.id })}>{t('cpd:standards.rules')}</Link>
        </Text>
      )}
    </div>
  )
}

type Props = { standards: Row<'cpdstandard'>[]; value: number | null; onChange: (id: number | null) => void }
