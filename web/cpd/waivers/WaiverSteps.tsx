import { Button, Group, NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { takeStep } from '../../kit/record/takeStep.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { useEvidence } from '../kit/EvidenceField.tsx'
import { ShareFields } from './Granted.tsx'

const outcomes = ['whole', 'part', 'refused'] as const

type Props = { waiver: Row<'devwaiver'> }

/** The person answers what was asked, with more evidence. */
export function AnswerWaiver({ waiver }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [text, setText] = useState(waiver.reply ?? '')
  const evidence = useEvidence(waiver.organisation_id, waiver)
  const answer = () =>
    send(async () => {
      await takeStep('POST devwaiver/answer', { id: waiver.id, text, evidence: evidence.ids })
      showSuccess(t('cpd:waivers.answered'))
    })
  return (
    <Section title={t('cpd:waivers.answer')} text={t('cpd:waivers.answerText')} apart>
      <RefusalAlert refusal={refusal} />
      <Words label={t('cpd:waivers.reply')} value={text} change={setText} max={5000} />
      {evidence.field}
      <div>
        <Button loading={busy} disabled={evidence.uploading} onClick={answer}>
          {t('cpd:waivers.answer')}
        </Button>
      </div>
    </Section>
  )
}

/** Once, within some weeks of the decision. */
export function AppealWaiver({ waiver, until }: Props & { until: string }) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [text, setText] = useState('')
  const appeal = () =>
    send(async () => {
      await takeStep('POST devwaiver/appeal', { id: waiver.id, text })
      showSuccess(t('cpd:waivers.appealed'))
    })
  return (
    <Section title={t('cpd:waivers.appeal')} text={t('cpd:waivers.appealText', { day: until })} apart>
      <RefusalAlert refusal={refusal} />
      <Words label={t('cpd:waivers.whyNot')} value={text} change={setText} max={20_000} />
      <div>
        <Button variant="default" loading={busy} onClick={appeal}>
          {t('cpd:waivers.doAppeal')}
        </Button>
      </div>
    </Section>
  )
}

export function AskAboutWaiver({ waiver }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [text, setText] = useState('')
  const ask = () =>
    send(async () => {
      await takeStep('POST devwaiver/ask', { id: waiver.id, text })
      showSuccess(t('cpd:waivers.askedMore'))
    })
  return (
    <Section title={t('cpd:waivers.askMore')} text={t('cpd:waivers.askMoreText')} apart>
      <RefusalAlert refusal={refusal} />
      <Words label={t('cpd:waivers.what')} value={text} change={setText} max={5000} />
      <div>
        <Button variant="default" loading={busy} onClick={ask}>
          {t('cpd:waivers.askMore')}
        </Button>
      </div>
    </Section>
  )
}

/** On a waiver, on an appeal, or again to change what was decided. */
export function DecideWaiver({ waiver }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [outcome, setOutcome] = useState<(typeof outcomes)[number]>(waiver.outcome ?? 'whole')
  const [from, setFrom] = useState(waiver.from)
  const [to, setTo] = useState(waiver.to)
  const [share, setShare] = useState({ percent: waiver.percent, requirements: waiver.requirements })
  const [reason, setReason] = useState('')
  const { appealed } = waiver
  const title = t(`cpd:waivers.${appealed ? 'decideAppeal' : waiver.outcome === null ? 'decide' : 'again'}`)
  const text = appealed ? `${t('cpd:waivers.appealByAnother')} ` : ''
  const decide = () =>
    send(async () => {
      const part = outcome === 'part' && { from, to, ...share }
      await takeStep('POST devwaiver/decide', { id: waiver.id, outcome, ...part, reason })
      // What counts depends on it.
      await refresh('devactivity')
      showSuccess(t('cpd:waivers.decided'))
    })
  return (
    <Section title={title} text={text + t('cpd:waivers.decideText')} apart>
      <RefusalAlert refusal={refusal} />
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
      <Words label={t('cpd:waivers.reason')} value={reason} change={setReason} max={5000} />
      <div>
        <Button loading={busy} variant={waiver.outcome !== null && !appealed ? 'default' : 'filled'} onClick={decide}>
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
