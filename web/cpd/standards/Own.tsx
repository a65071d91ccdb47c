import { Button, NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CreateBody } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { RemoveSection } from '../../kit/record/RemoveSection.tsx'
import { Step } from '../../kit/record/Step.tsx'
import { updateRecord, useRecordActions } from '../../kit/record/useRecordActions.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { AddLevel } from './AddLevel.tsx'
import { lineOf, type Standard } from './differences.ts'

/** A copy of any standard becomes one of the organisation, which is changed until it is published. */
export function Copy({ standard, organisation_id }: { standard: Standard; organisation_id: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [version, setVersion] = useState(`${standard.version}.1`.slice(0, 40))
  const copy = async () => {
    const { code, name, authority, source_url, checked_on, unit, year_starts, cycle_months, ...more } = standard
    const { pro_rata, rounding, keep_years, categories, options, rules } = more
    const about = { code, name, authority, source_url, checked_on, unit, year_starts, cycle_months }
    const asked = { pro_rata, rounding, keep_years, categories, options, rules }
    const body = { ...about, ...asked, version: version.trim(), organisation_id }
    const { data } = await guarded(client.create('cpdstandard', body as CreateBody<'cpdstandard'>))
    await refresh('cpdstandard')
    navigate(paths.standard({ id: data.id }))
  }
  return (
    <Step
      title={t('cpd:standards.copy')}
      text={t('cpd:standards.copyText')}
      secondary
      disabled={!version.trim()}
      take={copy}
      done={t('cpd:standards.copied')}
    >
      <TextInput
        label={t('cpd:standards.copyVersion')}
        maw={320}
        maxLength={40}
        value={version}
        onChange={({ currentTarget }) => setVersion(currentTarget.value)}
      />
    </Step>
  )
}

/** The amounts of an own standard, until it is published. */
export function Change({ standard }: { standard: Standard }) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const { remove } = useRecordActions('cpdstandard', { page: paths.standard, list: paths.standards })
  const [name, setName] = useState(standard.name)
  const [amounts, setAmounts] = useState(() => new Map(standard.rules.map(({ code, amount = 0 }) => [code, amount])))
  const is_changed = name !== standard.name || standard.rules.some((one) => amounts.get(one.code) !== one.amount)
  const save = () =>
    send(async () => {
      const rules = standard.rules.map((one) => ({ ...one, amount: amounts.get(one.code) ?? 0 }))
      await updateRecord('cpdstandard', standard, { name, rules })
      showSuccess(t('cpd:standards.saved'))
    })
  const publish = () =>
    send(async () => {
      await updateRecord('cpdstandard', standard, { publish: true })
      showSuccess(t('cpd:standards.published'))
    })
  return (
    <>
      <Section title={t('cpd:standards.changeOwn')} text={t('cpd:standards.changeText')} apart>
        <RefusalAlert refusal={refusal} />
        <TextInput
          label={t('cpd:fields.cpdstandard.name')}
          maw={480}
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {standard.rules.map(({ code, sentence }) => (
          <NumberInput
            key={code}
            label={lineOf({ code, sentence })}
            maw={320}
            min={0}
            decimalScale={2}
            value={amounts.get(code) ?? 0}
            onChange={(value) => setAmounts((before) => new Map(before).set(code, Number(value) || 0))}
          />
        ))}
        <div>
          <Button loading={busy} disabled={!is_changed || !name.trim()} onClick={save}>
            {t('form.save')}
          </Button>
        </div>
        <AddLevel standard={standard} />
      </Section>
      <Section title={t('cpd:standards.publish')} text={t('cpd:standards.publishText')} apart>
        <ConfirmButton label={t('cpd:standards.publish')} run={publish} />
      </Section>
      <RemoveSection run={() => remove(standard.id)} />
    </>
  )
}
