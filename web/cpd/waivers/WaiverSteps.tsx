import { Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { WordsField } from '../../kit/forms/WordsField.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Step } from '../../kit/record/Step.tsx'
import { takeStep } from '../../kit/record/takeStep.ts'
import { useEvidence } from '../kit/EvidenceField.tsx'
import { ShareFields } from './Granted.tsx'

const outcomes = ['whole', 'part', 'refused'] as const

type Props = { waiver: Row<'devwaiver'> }

/** The person answers what was asked, with more evidence. */
export function AnswerWaiver({ waiver }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState(waiver.reply ?? '')
  const evidence = useEvidence(waiver.organisation_id, waiver)
  return (
    <Step
      title={t('cpd:waivers.answer')}
      text={t('cpd:waivers.answerText')}
      disabled={evidence.uploading}
      take={() => takeStep('POST devwaiver/answer', { id: waiver.id, text, evidence: evidence.ids })}
      done={t('cpd:waivers.answered')}
    >
      <WordsField label={t('cpd:waivers.reply')} value={text} change={setText} max={5000} />
      {evidence.field}
    </Step>
  )
}

/** Once, within some weeks of the decision. */
export function AppealWaiver({ waiver, until }: Props & { until: string }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  return (
    <Step
      title={t('cpd:waivers.appeal')}
      text={t('cpd:waivers.appealText', { day: until })}
      button={t('cpd:waivers.doAppeal')}
      secondary
      take={() => takeStep('POST devwaiver/appeal', { id: waiver.id, text })}
      done={t('cpd:waivers.appealed')}
    >
      <WordsField label={t('cpd:waivers.whyNot')} value={text} change={setText} max={20_000} />
    </Step>
  )
}

export function AskAboutWaiver({ waiver }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  return (
    <Step
      title={t('cpd:waivers.askMore')}
      text={t('cpd:waivers.askMoreText')}
      secondary
      take={() => takeStep('POST devwaiver/ask', { id: waiver.id, text })}
      done={t('cpd:waivers.askedMore')}
    >
      <WordsField label={t('cpd:waivers.what')} value={text} change={setText} max={5000} />
    </Step>
  )
}

/** On a waiver, on an appeal, or again to change what was decided. */
export function DecideWaiver({ waiver }: Props) {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<(typeof outcomes)[number]>(waiver.outcome ?? 'whole')
  const [from, setFrom] = useState(waiver.from)
  const [to, setTo] = useState(waiver.to)
  const [share, setShare] = useState({ percent: waiver.percent, requirements: waiver.requirements })
  const [reason, setReason] = useState('')
  const { appealed } = waiver
  const text = appealed ? `${t('cpd:waivers.appealByAnother')} ` : ''
  const decide = async () => {
    const part = outcome === 'part' && { from, to, ...share }
    await takeStep('POST devwaiver/decide', { id: waiver.id, outcome, ...part, reason })
    // What counts depends on it.
    await refresh('devactivity')
  }
  return (
    <Step
      title={t(`cpd:waivers.${appealed ? 'decideAppeal' : waiver.outcome === null ? 'decide' : 'again'}`)}
      text={text + t('cpd:waivers.decideText')}
      secondary={waiver.outcome !== null && !appealed}
      take={decide}
      done={t('cpd:waivers.decided')}
    >
      <NativeSelect
        label={t('cpd:waivers.outcome')}
        value={outcome}
        data={outcomes.map((value) => ({ value, label: t(`cpd:waivers.outcomes.${value}`) }))}
        onChange={({ currentTarget }) => setOutcome(currentTarget.value as typeof outcome)}
        maw={320}
      />
      {outcome === 'part' && (
        <Group gap="md">
          <DateInput label={t('cpd:fields.devwaiver.from')} value={from} onChange={setFrom} />
          <DateInput label={t('cpd:fields.devwaiver.to')} value={to} onChange={setTo} />
        </Group>
      )}
      {outcome === 'part' && (
        <ShareFields
          devplan_id={waiver.devplan_id}
          {...share}
          only={waiver.asked_requirements ?? waiver.requirements}
          change={(more) => setShare({ ...share, ...more })}
        />
      )}
      <WordsField label={t('cpd:waivers.reason')} value={reason} change={setReason} max={5000} />
    </Step>
  )
}
