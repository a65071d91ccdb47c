import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { Section } from '../../kit/page/Section.tsx'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { asks } from '../dashboard/ring.ts'
import { Notice } from '../kit/Notice.tsx'
import type { Report } from './queries.ts'
import classes from './Report.module.css'
import { ReportTable } from './ReportTable.tsx'

export function Result({ report }: Props) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { met, nothing, hours, counted_activities, closed_at } = report
  return (
    <Section title={t('cpd:report.result')} apart>
      {nothing ? (
        <Notice tone="info" title={t('cpd:dashboard.empty')}>
          {nothing}
        </Notice>
      ) : (
        <Notice tone={met ? 'done' : 'attention'}>{t(met ? 'cpd:report.met' : 'cpd:report.unmet')}</Notice>
      )}
      <Text>
        {t('cpd:dashboard.sum', { count: counted_activities, hours })}{' '}
        {closed_at ? t('cpd:report.closed') : t('cpd:report.asOf', { day: day(report.today) })}
      </Text>
      <ReportTable
        label={t('cpd:report.result')}
        rows={report.lines}
        columns={[
          [t('cpd:report.requirement'), ({ sentence }) => sentence],
          [t('cpd:report.required'), ({ required }) => required, 'number'],
          [t('cpd:report.counted'), ({ counted }) => counted, 'number'],
          [
            t('cpd:report.metHead'),
            (line) => (line.met && !asks(line) ? '–' : t(line.met ? 'cpd:report.yes' : 'cpd:report.no')),
          ],
          [
            t('cpd:report.madeOf'),
            (line) =>
              line.activities
                .map(({ number, hours: of, credit, limited_by }) =>
                  [number ?? t('cpd:report.earlier'), limited_by && `(${credit}/${of})`].filter(Boolean).join(' '),
                )
                .join(', '),
          ],
        ]}
      />
    </Section>
  )
}

export function Plan({ report }: Props) {
  const { t } = useTranslation()
  const on = useDay()
  const { day } = useTimes()
  return (
    <Section title={t('cpd:plan.title')} apart>
      {report.text && <LinkedText text={report.text} />}
      <Text>
        {report.agreed_on
          ? t('cpd:report.agreed', { day: day(report.agreed_on), person: report.agreed_by ?? '' })
          : t('cpd:report.notAgreed')}
      </Text>
      {report.agreed_sha256 && <Text className={classes.hash!}>SHA-256 {report.agreed_sha256}</Text>}
      <ReportTable
        label={t('cpd:goals.title')}
        rows={report.goals}
        columns={[
          [t('cpd:report.goal'), ({ description }) => description],
          [t('cpd:report.category'), ({ plan_category }) => plan_category],
          [t('cpd:report.by'), ({ timely }) => on(timely), 'day'],
          [t('cpd:activities.state'), ({ state }) => choiceOf(t, state)],
        ]}
      />
    </Section>
  )
}

export function Rotations({ report }: Props) {
  const { t } = useTranslation()
  const on = useDay()
  if (!report.rotations?.length) return null
  return (
    <Section title={t('cpd:rotations.title')} apart>
      <ReportTable
        label={t('cpd:rotations.title')}
        rows={report.rotations}
        columns={[
          [t('cpd:fields.cpdrotation.place'), ({ place, specialty }) => [place, specialty].filter(Boolean).join(', ')],
          [t('cpd:fields.cpdrotation.begins'), ({ begins }) => on(begins), 'day'],
          [t('cpd:fields.cpdrotation.ends'), ({ ends }) => on(ends), 'day'],
          [t('cpd:report.fullTime'), ({ percent }) => `${percent} %`, 'number'],
          [t('cpd:rotations.supervisors'), ({ supervisors }) => supervisors.join(', ')],
        ]}
      />
    </Section>
  )
}

export function Activities({ report }: Props) {
  const { t } = useTranslation()
  const on = useDay()
  return (
    <Section title={t('cpd:activities.title')} apart>
      <ReportTable
        label={t('cpd:activities.title')}
        rows={report.activities}
        columns={[
          [t('cpd:report.number'), ({ number }) => number],
          [t('cpd:report.date'), ({ completed_on }) => on(completed_on), 'day'],
          [
            t('cpd:report.activity'),
            (one) =>
              [one.private ? t('cpd:activities.private') : one.title || t('cpd:activities.untitled'), one.learnings]
                .filter(Boolean)
                .join('\n'),
          ],
          [t('cpd:report.hours'), ({ hours: of }) => of, 'number'],
          [
            t('cpd:report.countsAs'),
            ({ credits }) => credits.map(({ code, credit }) => `${code} ${credit}`).join(', '),
          ],
          [t('cpd:activities.state'), ({ state }) => choiceOf(t, state)],
          [t('cpd:evidence.label'), ({ evidence }) => evidence.join(', ')],
        ]}
      />
    </Section>
  )
}

export function Procedures({ report }: Props) {
  const { t } = useTranslation()
  const on = useDay()
  if (report.procedures.length === 0) return null
  return (
    <Section title={t('cpd:procedures.title')} apart>
      <ReportTable
        label={t('cpd:procedures.title')}
        rows={report.procedures}
        columns={[
          [t('cpd:fields.procedure.case_number'), ({ case_number }) => case_number, 'number'],
          [t('cpd:report.date'), ({ date }) => on(date), 'day'],
          [
            t('cpd:fields.procedure.type'),
            ({ type, modality, region }) => [type, modality, region].filter(Boolean).join(', '),
          ],
          [
            t('cpd:fields.procedure.role'),
            ({ role, supervision }) =>
              [role, supervision].flatMap((word) => (word ? [choiceOf(t, word)] : [])).join(', '),
          ],
          [t('cpd:supervisor.label'), ({ supervisor }) => supervisor ?? ''],
          [t('cpd:fields.procedure.outcome'), ({ outcome }) => outcome],
          [t('cpd:activities.state'), ({ state }) => choiceOf(t, state)],
          [t('cpd:evidence.label'), ({ evidence }) => evidence.join(', ')],
        ]}
      />
    </Section>
  )
}

export function Forms({ report }: Props) {
  const { t } = useTranslation()
  const on = useDay()
  if (report.forms.length === 0) return null
  return (
    <Section title={t('cpd:report.forms')} apart>
      <ReportTable
        label={t('cpd:report.forms')}
        rows={report.forms}
        columns={[
          [t('cpd:report.form'), ({ template, version }) => `${template} ${version}`],
          [t('cpd:report.submitted'), ({ submitted_on }) => on(submitted_on), 'day'],
          [
            t('cpd:report.agreedHead'),
            ({ agreed_on, agreed_by }) => [on(agreed_on), agreed_by].filter(Boolean).join(', '),
          ],
          [t('cpd:evidence.label'), ({ evidence }) => evidence.join(', ')],
        ]}
      />
    </Section>
  )
}

export function Qualifications({ report }: Props) {
  const { t } = useTranslation()
  const on = useDay()
  return (
    <Section title={t('cpd:qualifications.title')} apart>
      <ReportTable
        label={t('cpd:qualifications.title')}
        rows={report.qualifications}
        columns={[
          [t('cpd:fields.devqualification.type'), ({ type }) => type],
          [
            t('cpd:fields.devqualification.name'),
            ({ name, level, confirmed }) => {
              const both = [name, level].filter(Boolean).join(', ')
              return confirmed === false ? t('cpd:qualifications.notConfirmed', { name: both }) : both
            },
          ],
          [t('cpd:fields.devqualification.issuer'), ({ issuer }) => issuer],
          [t('cpd:fields.devqualification.expires_on'), ({ expires_on }) => on(expires_on), 'day'],
          [t('cpd:evidence.label'), ({ evidence }) => evidence.join(', ')],
        ]}
      />
    </Section>
  )
}

export function SelfEvaluation({ report }: Props) {
  const { t } = useTranslation()
  return (
    <Section title={t('cpd:fields.devplan.self_evaluation')} apart>
      {report.self_evaluation ? (
        <LinkedText text={report.self_evaluation} />
      ) : (
        <Text c="dimmed">{t('cpd:report.none')}</Text>
      )}
    </Section>
  )
}

export function EvidenceFiles({ report }: Props) {
  const { t } = useTranslation()
  return (
    <Section title={t('cpd:evidence.label')} apart>
      <ReportTable
        label={t('cpd:evidence.label')}
        rows={report.evidence}
        columns={[
          [t('cpd:report.number'), ({ number }) => number],
          [t('cpd:report.file'), ({ name }) => name],
          ['SHA-256', ({ sha256 }) => sha256 ?? '', 'hash'],
        ]}
      />
    </Section>
  )
}

function useDay() {
  const { day } = useTimes()
  return (date: string | null) => (date ? day(date) : '')
}

type Props = { report: Report }
