import { Button, NativeSelect, NumberInput, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { FieldGroup } from '../../kit/forms/FieldGroup.tsx'
import { choiceOf } from '../../kit/forms/labels.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { updateRecord } from '../../kit/record/useRecordActions.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'
import type { Standard } from './differences.ts'

/** Adds to an own standard that an entrustable activity is seen at a level; nothing where the organisation has none. */
export function AddLevel({ standard }: { standard: Standard }) {
  const { t } = useTranslation()
  const { organisation_id } = standard
  const { data: epas = [] } = useQuery({
    queryKey: keys.activeEpas(organisation_id!),
    queryFn: async () =>
      (await guarded(client.list('cpdepa', { organisation_id: organisation_id!, active: true, limit: 200 }))).data,
  })
  if (epas.length === 0) return null
  return (
    <FieldGroup title={t('cpd:standards.levelAdd')} folded>
      <Fields standard={standard} epas={epas} />
    </FieldGroup>
  )
}

const spans = ['cycle', 'year'] as const

function Fields({ standard, epas }: { standard: Standard; epas: Row<'cpdepa'>[] }) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [code, setCode] = useState(epas[0]!.code)
  const epa = epas.find((one) => one.code === code) ?? epas[0]!
  const [level, setLevel] = useState(epa.required_level ?? 4)
  const [times, setTimes] = useState(epa.required_times)
  const [assessors, setAssessors] = useState(epa.required_assessors)
  const [per, setPer] = useState<(typeof spans)[number]>('cycle')
  const choose = (chosen: string) => {
    const next = epas.find((one) => one.code === chosen)!
    setCode(chosen)
    setLevel(next.required_level ?? 4)
    setTimes(next.required_times)
    setAssessors(next.required_assessors)
  }
  const add = () =>
    send(async () => {
      const options = { epa_code: code, level, assessors }
      const rule = { code: newCode(standard, code), kind: 'level_min' as const, amount: times, per, options }
      await updateRecord('cpdstandard', standard, { rules: [...standard.rules, rule] })
      showSuccess(t('cpd:standards.levelAdded'))
    })
  return (
    <>
      <Text c="dimmed">{t('cpd:standards.levelText')}</Text>
      <RefusalAlert refusal={refusal} />
      <NativeSelect
        label={t('cpd:standards.levelEpa')}
        value={code}
        data={epas.map((one) => ({ value: one.code, label: `${one.code} ${one.name}` }))}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        maw={480}
      />
      <NativeSelect
        label={t('cpd:standards.levelWhich')}
        value={String(level)}
        data={epa.levels.map((text, at) => ({ value: String(at + 1), label: `${at + 1} · ${text}` }))}
        onChange={({ currentTarget }) => setLevel(Number(currentTarget.value))}
        maw={480}
      />
      <Count label={t('cpd:standards.levelTimes')} value={times} change={setTimes} />
      <Count label={t('cpd:standards.levelAssessors')} value={assessors} change={setAssessors} />
      <NativeSelect
        label={t('cpd:standards.per')}
        value={per}
        data={spans.map((value) => ({ value, label: choiceOf(t, `per_${value}`) }))}
        onChange={({ currentTarget }) => setPer(currentTarget.value as typeof per)}
        maw={320}
      />
      <div>
        <Button variant="default" loading={busy} onClick={add}>
          {t('cpd:standards.levelAdd')}
        </Button>
      </div>
    </>
  )
}

function Count({ label, value, change }: { label: string; value: number; change: (count: number) => void }) {
  return (
    <NumberInput
      label={label}
      value={value}
      min={1}
      max={100}
      allowDecimal={false}
      onChange={(count) => change(Number(count) || 1)}
      maw={160}
    />
  )
}

/** `EPA 1`, or with a number where it is taken. */
function newCode({ rules }: Standard, code: string): string {
  const taken = (one: string) => rules.some((rule) => rule.code === one)
  let count = 1
  while (taken(count === 1 ? code : `${code} (${count})`)) count++
  return count === 1 ? code : `${code} (${count})`
}
