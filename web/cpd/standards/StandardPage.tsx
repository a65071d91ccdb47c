import { Anchor, Button, Table, Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf, labelOf } from '../../kit/forms/labels.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { Facts } from '../../kit/ui/Facts.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { subjectName } from '../subjects/subjectName.ts'
import { Compare } from './Compare.tsx'
import { Change, Copy } from './Own.tsx'
import classes from './Standard.module.css'

/** The standard of `?id=` with its rules and their source; its categories can be taken over. */
export function StandardPage() {
  const { t } = useTranslation()
  const record = useRecord('cpdstandard')
  return (
    <Loaded query={record} title={t('cpd:standards.title')} missing={t('cpd:standards.missing')}>
      {(standard) => <Shown key={standard.id} standard={standard} />}
    </Loaded>
  )
}

function Shown({ standard }: { standard: Row<'cpdstandard'> }) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const { busy, refusal, send } = useSending()
  const { id, name, rules } = standard
  const is_draft = standard.organisation_id === organisation_id && standard.published_at === null
  const adopt = () =>
    send(async () => {
      const { data } = await guarded(client.act('POST cpdstandard/adopt', { id, organisation_id }))
      await refresh('devcategory')
      showSuccess(t('cpd:standards.adopted', { count: data.created, existing: data.existing }))
    })
  const categoryOf = new Map(standard.categories.map((category) => [category.code, category.name]))
  return (
    <Page
      title={name}
      actions={
        <Button variant="default" loading={busy} onClick={adopt}>
          {t('cpd:standards.adopt')}
        </Button>
      }
    >
      <RefusalAlert refusal={refusal} />
      <Text c="dimmed" mb="md">
        {t('cpd:standards.notice')}
      </Text>
      <About standard={standard} />
      <Section title={t('cpd:standards.rules')} apart>
        <div className={classes.scroll}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('cpd:standards.rule')}</Table.Th>
                <Table.Th>{t('cpd:standards.of')}</Table.Th>
                <Table.Th>{t('cpd:standards.per')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rules.map((rule) => (
                <Table.Tr key={rule.code}>
                  <Table.Td>{requirementOf(t, rule)}</Table.Td>
                  <Table.Td>
                    {[
                      ...levelOf(t, rule),
                      ...(rule.category_codes ?? []).map((code) => categoryOf.get(code) ?? code),
                      ...(rule.tags ?? []).map((tag) => subjectName(t, tag, [standard])),
                      ...(rule.flags ?? []).map((flag) => choiceOf(t, flag)),
                    ].join(', ') || t('cpd:standards.everything')}
                  </Table.Td>
                  <Table.Td>{choiceOf(t, `per_${rule.per ?? 'cycle'}`)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </Section>
      {is_draft && <Change key={standard.modified_at} standard={standard} />}
      <Compare standard={standard} />
      <Copy standard={standard} organisation_id={organisation_id} />
    </Page>
  )
}

/** Where a standard is from, and what its rules do not say. */
function About({ standard }: { standard: Row<'cpdstandard'> }) {
  const { t, i18n } = useTranslation()
  const { day } = useTimes()
  const { authority, version, source_url, checked_on, cycle_months, unit, year_starts } = standard
  const { submit_by, audit_percent, sources = [], notes = [] } = standard.options as PresetOptions
  return (
    <>
      <Facts
        facts={[
          [labelOf(t, 'cpdstandard', 'authority'), authority],
          [labelOf(t, 'cpdstandard', 'version'), version],
          [
            labelOf(t, 'cpdstandard', 'source_url'),
            source_url && (
              <Anchor href={source_url} target="_blank" rel="noreferrer">
                {source_url}
              </Anchor>
            ),
          ],
          [labelOf(t, 'cpdstandard', 'checked_on'), checked_on && day(checked_on)],
          [labelOf(t, 'cpdstandard', 'cycle_months'), t('cpd:cycles.months', { count: cycle_months })],
          [
            labelOf(t, 'cpdstandard', 'year_starts'),
            year_starts === 'personal' ? t('cpd:standards.personal') : dayOfYear(year_starts, i18n.language),
          ],
          [labelOf(t, 'cpdstandard', 'unit'), choiceOf(t, unit)],
          [t('cpd:standards.submitBy'), submit_by && dayOfYear(submit_by, i18n.language)],
          [t('cpd:standards.audited'), audit_percent && `${audit_percent} %`],
          ...sources.map(({ about, url, checked_on }): [string, ReactNode] => [
            t('cpd:standards.sourceOf', { about }),
            <>
              <Anchor href={url} target="_blank" rel="noreferrer">
                {url}
              </Anchor>{' '}
              {t('cpd:standards.checked', { day: day(checked_on) })}
            </>,
          ]),
        ]}
      />
      {notes.length > 0 && (
        <Section title={t('cpd:standards.notes')} apart>
          {notes.map((note) => (
            <Text key={note}>{note}</Text>
          ))}
        </Section>
      )}
    </>
  )
}

/** The entrustable activity of a rule, and the level at which it is to be seen. */
function levelOf(t: TFunction, { kind, options }: Rule): string[] {
  if (kind !== 'level_min') return []
  const { epa_code = '', level = 1, assessors = 1 } = (options ?? {}) as LevelOptions
  return [t('cpd:standards.level', { epa: epa_code, level, count: assessors })]
}

/** `At least, in sum: 12.5 hours`. */
function requirementOf(t: TFunction, { kind, amount, unit }: Rule): string {
  const rule = choiceOf(t, kind)
  if (kind === 'presence' || kind === 'one_of') return rule
  if (kind === 'share_max') return t('cpd:standards.amount', { rule, amount: `${amount} %` })
  const named = unit ? choiceOf(t, unit).toLowerCase() : ''
  return t('cpd:standards.amount', { rule, amount: `${amount} ${named}`.trim() })
}

/** @param day as 07-01 */
function dayOfYear(day: string, language: string): string {
  const options = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  // The day before the month, as elsewhere.
  return new Date(`2000-${day}T00:00:00Z`).toLocaleDateString(language === 'en' ? 'en-NZ' : language, options)
}

type Rule = Row<'cpdstandard'>['rules'][number]
/** What built-in standards have besides their columns. */
type PresetOptions = {
  submit_by?: string
  audit_percent?: number
  sources?: { about: string; url: string; checked_on: string }[]
  notes?: string[]
}
type LevelOptions = { epa_code?: string; level?: number; assessors?: number }
