import { Button, Checkbox, Collapse, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { refresh } from '../../kit/lists/useBulk.ts'
import classes from './Share.module.css'
import { ShareChoices } from './ShareChoices.tsx'
import { bodyOf, hoursOf, initial, longest_h, type ShareValues, type Subject, units } from './subject.ts'

/** Makes a link: for how long, and under a button what it shows and which websites may show it. */
export function ShareForm({ subject, onMade }: Props) {
  const { t } = useTranslation()
  const [values, setValues] = useState(initial)
  const set = (changed: Partial<ShareValues>) => setValues((before) => ({ ...before, ...changed }))
  const [wide, setWide] = useState(false)
  const { busy, refusal, send } = useSending()
  const errorOf = (field: string) => (refusal?.field === field ? refusal.message : undefined)
  const most = longest_h / units[values.unit]
  const lasts = hoursOf(values)
  const possible = lasts > 0 && lasts <= longest_h
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    await send(async () => {
      const { data } = await client.create('sharelink', bodyOf(subject, values))
      await refresh('sharelink')
      await onMade(String(data.token), values.origins.length > 0)
    })
  }
  const shown_at_fields = wide && refusal?.field && shownFields.includes(refusal.field)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {!shown_at_fields && <RefusalAlert refusal={refusal} />}
        <div className={classes.make}>
          <TextInput
            label={t('tracking:share.lasts')}
            type="number"
            min={1}
            max={most}
            value={values.count}
            error={!possible && t('tracking:share.longest', { count: most })}
            onChange={(event) => set({ count: event.currentTarget.value })}
          />
          <NativeSelect
            aria-label={t('tracking:share.unit')}
            data={(Object.keys(units) as (keyof typeof units)[]).map((value) => ({
              value,
              label: t(`tracking:share.${value}`),
            }))}
            value={values.unit}
            onChange={(event) => set({ unit: event.currentTarget.value as keyof typeof units })}
          />
          <Button type="submit" loading={busy} disabled={!possible}>
            {t('tracking:share.create')}
          </Button>
        </div>
        {'trip' in subject && (
          <Checkbox
            label={t('tracking:share.showsDriver')}
            checked={values.shows_driver}
            onChange={({ currentTarget }) => set({ shows_driver: currentTarget.checked })}
          />
        )}
        <Button
          className={classes.more}
          variant="subtle"
          size="compact-sm"
          aria-expanded={wide}
          onClick={() => setWide(!wide)}
        >
          {t('tracking:share.more')}
        </Button>
        <Collapse expanded={wide}>
          <ShareChoices
            organisation_id={subject.organisation_id}
            single={'tracker_id' in subject}
            trip={'trip' in subject ? subject.trip : null}
            values={values}
            set={set}
            errorOf={errorOf}
          />
        </Collapse>
      </Stack>
    </form>
  )
}

const shownFields = ['name', 'begins_at', 'trail_min', 'location_id', 'ends_on_arrival', 'password', 'origins']

type Props = { subject: Subject; onMade: (token: string, embedded: boolean) => unknown }
