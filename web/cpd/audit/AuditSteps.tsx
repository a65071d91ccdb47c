import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { WordsField } from '../../kit/forms/WordsField.tsx'
import { Step } from '../../kit/record/Step.tsx'
import { takeStep } from '../../kit/record/takeStep.ts'
import { useEvidence } from '../kit/EvidenceField.tsx'

const verdicts = ['met', 'partly_met', 'not_met'] as const

type Props = { audit: Row<'cpdaudit'> }

/** The person submits their records, with a reply and more evidence. */
export function SubmitAudit({ audit }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState(audit.reply)
  const evidence = useEvidence(audit.organisation_id, audit)
  return (
    <Step
      title={t('cpd:audits.submit')}
      text={t('cpd:audits.submitText')}
      disabled={evidence.uploading}
      take={() => takeStep('POST cpdaudit/submit', { id: audit.id, text, evidence: evidence.ids })}
      done={t('cpd:audits.submitted')}
    >
      <WordsField label={t('cpd:audits.reply')} value={text} change={setText} max={20_000} />
      {evidence.field}
    </Step>
  )
}

/** Against a decision, within some weeks. */
export function AppealAudit({ audit, until }: Props & { until: string }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  return (
    <Step
      title={t('cpd:audits.doAppeal')}
      text={t('cpd:audits.appealText', { day: until })}
      secondary
      take={() => takeStep('POST cpdaudit/appeal', { id: audit.id, text })}
      done={t('cpd:audits.appealed')}
    >
      <WordsField label={t('cpd:audits.why')} value={text} change={setText} max={20_000} />
    </Step>
  )
}

export function AskForMore({ audit }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [due_on, setDue] = useState('')
  return (
    <Step
      title={t('cpd:audits.ask')}
      text={t('cpd:audits.askText')}
      secondary
      disabled={!due_on}
      take={() => takeStep('POST cpdaudit/ask', { id: audit.id, text, due_on })}
      done={t('cpd:audits.askedDone')}
    >
      <WordsField label={t('cpd:audits.missingWhat')} value={text} change={setText} max={5000} />
      <DateInput label={t('cpd:audits.until')} value={due_on} onChange={setDue} maw={320} />
    </Step>
  )
}

/** The outcome, or that of an appeal. */
export function DecideAudit({ audit }: Props) {
  const { t } = useTranslation()
  const [verdict, setVerdict] = useState<(typeof verdicts)[number]>(audit.verdict ?? 'met')
  const [reason, setReason] = useState('')
  return (
    <Step
      title={t(audit.state === 'appealed' ? 'cpd:audits.decideAppeal' : 'cpd:audits.decide')}
      text={t('cpd:audits.decideText')}
      take={() => takeStep('POST cpdaudit/decide', { id: audit.id, verdict, reason })}
      done={t('cpd:audits.decided')}
    >
      <NativeSelect
        label={t('cpd:audits.verdict')}
        value={verdict}
        data={verdicts.map((value) => ({ value, label: t(`cpd:audits.verdicts.${value}`) }))}
        onChange={({ currentTarget }) => setVerdict(currentTarget.value as typeof verdict)}
      />
      <WordsField label={t('cpd:cycles.reason')} value={reason} change={setReason} max={5000} />
    </Step>
  )
}
