import { Checkbox, NativeSelect, PasswordInput, Stack, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MomentInput } from '../../kit/period/MomentInput.tsx'
import { ReferencePicker } from '../../kit/reference/ReferencePicker.tsx'
import { referenceTo } from '../../kit/reference/referenceTo.ts'
import type { ShareValues, TripOf } from './subject.ts'

const trails = [0, 15, 30, 60, 120]

/** What a link shows, from when on, and where. */
export function ShareChoices({ organisation_id, single, trip, values, set, errorOf }: Props) {
  const { t } = useTranslation()
  const [places] = useState(() =>
    referenceTo('location', {
      organisation_id,
      query: { sort: 'name' },
      toOption: ({ id, name }) => ({ id, label: name }),
    }),
  )
  const trailOf = (minutes: number) => {
    if (minutes === 0) return t('tracking:share.trails.none')
    if (minutes <= 60) return t('tracking:share.trails.minutes', { count: minutes })
    return t('tracking:share.trails.hours', { count: minutes / 60 })
  }
  return (
    <Stack gap="sm">
      <TextInput
        label={t('tracking:share.name')}
        description={t('tracking:share.nameText')}
        value={values.name}
        maxLength={100}
        autoComplete="off"
        error={errorOf('name')}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      {!trip && (
        <MomentInput
          label={t('tracking:share.begins')}
          description={t('tracking:share.beginsText')}
          error={errorOf('begins_at')}
          value={values.begins_at}
          onChange={(begins_at) => set({ begins_at })}
        />
      )}
      <Checkbox
        label={t('tracking:share.showsNames')}
        checked={values.shows_names}
        onChange={({ currentTarget }) => set({ shows_names: currentTarget.checked })}
      />
      <Checkbox
        label={t('tracking:share.showsSpeed')}
        checked={values.shows_speed}
        onChange={({ currentTarget }) => set({ shows_speed: currentTarget.checked })}
      />
      {!trip && (
        <NativeSelect
          label={t('tracking:share.trail')}
          description={t('tracking:share.trailText')}
          error={errorOf('trail_min')}
          data={trails.map((minutes) => ({ value: String(minutes), label: trailOf(minutes) }))}
          value={String(values.trail_min)}
          onChange={({ currentTarget }) => set({ trail_min: Number(currentTarget.value) })}
        />
      )}
      {(!trip || trip.runs) && (
        <ReferencePicker
          reference={places}
          label={t('tracking:share.place')}
          description={t('tracking:share.placeText')}
          error={errorOf('location_id')}
          value={values.location_id}
          onChange={(location_id) => set({ location_id })}
        />
      )}
      {single && values.location_id !== null && (
        <Checkbox
          label={t('tracking:share.endsOnArrival')}
          description={t('tracking:share.endsOnArrivalText')}
          checked={values.ends_on_arrival}
          onChange={({ currentTarget }) => set({ ends_on_arrival: currentTarget.checked })}
        />
      )}
      <Access values={values} set={set} errorOf={errorOf} />
    </Stack>
  )
}

/** Who may open it, and where. */
function Access({ values, set, errorOf }: Pick<Props, 'values' | 'set' | 'errorOf'>) {
  const { t } = useTranslation()
  return (
    <>
      <PasswordInput
        label={t('tracking:share.password')}
        description={t('tracking:share.passwordText')}
        value={values.password}
        maxLength={200}
        autoComplete="new-password"
        error={errorOf('password')}
        onChange={({ currentTarget }) => set({ password: currentTarget.value })}
      />
      <TagsInput
        label={t('tracking:share.origins')}
        description={t('tracking:share.originsText')}
        placeholder={values.origins.length === 0 ? 'https://' : ''}
        value={values.origins}
        maxTags={10}
        acceptValueOnBlur
        error={errorOf('origins')}
        onChange={(origins) => set({ origins })}
      />
    </>
  )
}

type Props = {
  organisation_id: number
  /** Whether one tracker is shared. */
  single: boolean
  /** The one trip that is shared: it has its own time and way, and arrives only while it continues. */
  trip: TripOf | null
  values: ShareValues
  set: (changed: Partial<ShareValues>) => void
  errorOf: (field: string) => string | undefined
}
