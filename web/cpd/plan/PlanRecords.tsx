import { Button, Select, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { useTimes } from '../../kit/format/useTimes.ts'
import { FieldGroup } from '../../kit/forms/FieldGroup.tsx'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { Section } from '../../kit/page/Section.tsx'
import { takeStep } from '../../kit/record/takeStep.ts'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import classes from './Goals.module.css'

const kinds = ['plan', 'goals', 'structured_conversation', 'self_evaluation'] as const
type Kind = (typeof kinds)[number]

/** What the plan has of each year, where the cycle has several; the person records it with its date. */
export function PlanRecords({ plan, may_change }: { plan: Row<'devplan'>; may_change: boolean }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { busy, run } = useAction({ changes: ['devplan', 'devactivity'] })
  const { id, records } = plan
  if (!isLong(plan)) return null
  const erase = (kind: Kind, on: string) =>
    run(() => client.call('POST', 'devplan/erase_record', { id, kind, on }), t('cpd:plan.recordErased'))
  return (
    <Section title={t('cpd:plan.records')} text={t('cpd:plan.recordsText')} apart>
      {records.length > 0 && (
        <ul className={classes.list}>
          {records.map(({ kind, on, text }) => (
            <li key={`${kind} ${on}`} className={classes.goal}>
              <div className={classes.head}>
                <span className={classes.text}>
                  {t(`cpd:plan.recordKinds.${kind}`)}, {day(on)}
                </span>
                {may_change && kind !== 'plan_agreed' && (
                  <Button variant="subtle" size="compact-sm" loading={busy} onClick={() => erase(kind, on)}>
                    {t('cpd:plan.recordErase')}
                  </Button>
                )}
              </div>
              {text && (
                <Text component="div" c="dimmed">
                  <LinkedText text={text} />
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
      {may_change && <NewRecord key={plan.modified_at} plan={plan} />}
    </Section>
  )
}

function NewRecord({ plan }: { plan: Row<'devplan'> }) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [kind, setKind] = useState<Kind>('plan')
  const [on, setOn] = useState('')
  const [text, setText] = useState('')
  const record = (event: FormEvent) => {
    event.preventDefault()
    return send(async () => {
      await takeStep('POST devplan/record', { id: plan.id, kind, ...(on && { on }), ...(text && { text }) })
      showSuccess(t('cpd:plan.recordSaved'))
    })
  }
  return (
    <FieldGroup title={t('cpd:plan.record')} folded>
      <form onSubmit={record}>
        <Stack gap="sm">
          <RefusalAlert refusal={refusal} />
          <Select
            label={t('cpd:plan.recordKind')}
            data={kinds.map((value) => ({ value, label: t(`cpd:plan.recordKinds.${value}`) }))}
            value={kind}
            allowDeselect={false}
            onChange={(value) => setKind(value as Kind)}
          />
          <DateInput label={t('cpd:plan.recordOn')} min={plan.start} required value={on} onChange={setOn} />
          <Textarea
            label={t('cpd:plan.recordText')}
            autosize
            minRows={3}
            maxLength={50_000}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <div>
            <Button type="submit" loading={busy}>
              {t('cpd:plan.record')}
            </Button>
          </div>
        </Stack>
      </form>
    </FieldGroup>
  )
}

const DAYS_OF_A_YEAR = 366

function isLong({ start, end }: { start: string; end: string }): boolean {
  return (Date.parse(end) - Date.parse(start)) / 86_400_000 > DAYS_OF_A_YEAR
}
