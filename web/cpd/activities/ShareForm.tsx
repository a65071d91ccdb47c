import { Button, Checkbox, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { Section } from '../../kit/page/Section.tsx'
import { showRecord } from '../../kit/record/useRecord.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { refdataOf } from '../kit/queries.ts'
import { useStandards } from '../standards/useStandards.ts'
import { SplitField } from './SplitField.tsx'
import { creditsOf, emptyPart, type Part } from './split.ts'

/** Lets an activity count in another organisation: which one, by which of its categories, and what it reads. */
export function ShareForm({ activity: { id, hours }, others, close }: Props) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [chosen, setChosen] = useState(others[0]!.organisation_id)
  const [parts, setParts] = useState<Part[]>([emptyPart])
  const [texts, setTexts] = useState(false)
  const name = others.find(({ organisation_id }) => organisation_id === chosen)?.organisation_name
  const share = () =>
    send(async () => {
      const body = { id, organisation_id: chosen, credits: creditsOf(parts, hours), texts }
      await guarded(client.act('POST devactivity/share', body))
      const { data } = await guarded(client.read('devactivity', id))
      await showRecord('devactivity', data)
      showSuccess(t('cpd:sharing.done', { organisation: name }))
      close()
    })
  const choose = (value: string | null) => {
    if (value === null) return
    setChosen(Number(value))
    setParts([emptyPart])
  }
  return (
    <Section title={t('cpd:sharing.title')} text={t('cpd:sharing.text')} apart>
      <RefusalAlert refusal={refusal} />
      <Select
        label={t('cpd:sharing.organisation')}
        data={others.map((each) => ({ value: String(each.organisation_id), label: each.organisation_name }))}
        value={String(chosen)}
        onChange={choose}
        allowDeselect={false}
      />
      <Categories organisation_id={chosen} hours={hours} parts={parts} onChange={setParts} />
      <Checkbox
        label={t('cpd:sharing.texts')}
        checked={texts}
        onChange={({ currentTarget }) => setTexts(currentTarget.checked)}
      />
      <Group gap="sm">
        <Button loading={busy} onClick={share}>
          {t('cpd:sharing.submit')}
        </Button>
        <Button variant="default" onClick={close}>
          {t('form.cancel')}
        </Button>
      </Group>
    </Section>
  )
}

function Categories({ organisation_id, ...field }: Categories) {
  const { data: refdata } = useQuery(refdataOf(organisation_id))
  const standards = useStandards(organisation_id)
  return <SplitField categories={refdata?.categories ?? []} standards={standards} {...field} />
}

type Categories = { organisation_id: number; hours: number; parts: Part[]; onChange: (parts: Part[]) => void }
type Props = {
  activity: Row<'devactivity'>
  others: { organisation_id: number; organisation_name: string }[]
  close: () => void
}
