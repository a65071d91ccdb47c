import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { Section } from '../../kit/page/Section.tsx'
import { takeStep } from '../../kit/record/takeStep.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { useEvidence } from '../kit/EvidenceField.tsx'

const verdicts = ['met', 'partly_met', 'not_met'] as const

type Props = { audit: Row<'cpdaudit'> }

/** The person submits their records, with a reply and more evidence. */
export function SubmitAudit({ audit }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [text, setText] = useState(audit.reply)
  const evidence = useEvidence(audit.organisation_id, audit)
  const submit = () =>
    send(async () => {
      await takeStep('POST cpdaudit/submit', { id: audit.id, text, evidence: evidence.ids })
      showSuccess(t('cpd:audits.submitted'))
    })
  return (
    <Section title={t('cpd:audits.submit')} text={t('cpd:audits.submitText')} apart>
      <RefusalAlert refusal={refusal} />
      <Words label={t('cpd:audits.reply')} value={text} change={setText} max={20_000} />
      {evidence.field}
      <div>
        <Button loading={busy} disabled={evidence.uploading} onClick={submit}>
          {t('cpd:audits.submit')}
        </Button>
      </div>
    </Section>
  )
}

/** Against a decision, within some weeks. */
export function AppealAudit({ audit, until }: Props & { until: string }) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [text, setText] = useState('')
  const appeal = () =>
    send(async () => {
      await takeStep('POST cpdaudit/appeal', { id: audit.id, text })
      showSuccess(t('cpd:audits.appealed'))
    })
  return (
    <Section title={t('cpd:audits.doAppeal')} text={t('cpd:audits.appealText', { day: until })} apart>
      <RefusalAlert refusal={refusal} />
      <Words label={t('cpd:audits.why')} value={text} change={setText} max={20_000} />
      <div>
        <Button variant="default" loading={busy} onClick={appeal}>
          {t('cpd:audits.doAppeal')}
        </Button>
      </div>
    </Section>
  )
}

export function AskForMore({ audit }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [text, setText] = useState('')
  const [due_on, setDue] = useState('')
  const ask = () =>
    send(async () => {
      await takeStep('POST cpdaudit/ask', { id: audit.id, text, due_on })
      showSuccess(t('cpd:audits.askedDone'))
    })
  return (
    <Section title={t('cpd:audits.ask')} text={t('cpd:audits.askText')} apart>
      <RefusalAlert refusal={refusal} />
      <Words label={t('cpd:audits.missingWhat')} value={text} change={setText} max={5000} />
      <DateInput label={t('cpd:audits.until')} value={due_on} onChange={setDue} maw={320} />
      <div>
        <Button variant="default" loading={busy} disabled={!due_on} onClick={ask}>
          {t('cpd:audits.ask')}
        </Button>
      </div>
    </Section>
  )
}

/** The outcome, or that of an appeal. */
export function DecideAudit({ audit }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [verdict, setVerdict] = useState<(typeof verdicts)[number]>(audit.verdict ?? 'met')
  const [reason, setReason] = useState('')
  const title = t(audit.state === 'appealed' ? 'cpd:audits.decideAppeal' : 'cpd:audits.decide')
  const decide = () =>
    send(async () => {
      await takeStep('POST cpdaudit/decide', { id: audit.id, verdict, reason })
      showSuccess(t('cpd:audits.decided'))
    })
  return (
    <Section title={title} text={t('cpd:audits.decideText')} apart>
      <RefusalAlert refusal={refusal} />
      <NativeSelect
        label={t('cpd:audits.verdict')}
        value={verdict}
        data={verdicts.map((value) => ({ value, label: t(`cpd:audits.verdicts.${value}`) }))}
        onChange={({ currentTarget }) => setVerdict(currentTarget.value as typeof verdict)}
      />
      <Words label={t('cpd:cycles.reason')} value={reason} change={setReason} max={5000} />
      <div>
        <Button loading={busy} onClick={decide}>
          {title}
        </Button>
      </div>
    </Section>
  )
}

function Words({ label, value, change, max }: WordsProps) {
  return (
    <Textarea
      label={label}
      value={value}
      autosize
      minRows={3}
      maxLength={max}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}

type WordsProps = { label: string; value: string; change: (value: string) => void; max: number }
