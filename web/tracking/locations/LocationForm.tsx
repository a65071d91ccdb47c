import schema from 'virtual:resource/location'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { type FieldName, labelOf } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { memberReference } from '../../people/members/memberReference.ts'
import { type Place, PlaceFields, positionOf } from './PlaceFields.tsx'

/** Name, owner and place; the place is typed, or picked on the map. */
export function LocationForm({ location, organisation_id }: Props) {
  const { t } = useTranslation()
  const administers = useAdministers(organisation_id)
  const [place, setPlace] = useState<Place>(location ? placeOf(location) : { lat: '', lon: '' })
  const moved = location !== null && JSON.stringify(place) !== JSON.stringify(placeOf(location))
  const { create, update, remove } = useRecordActions('location', { page: paths.location, list: paths.locations })
  const save = (body: { name?: string; owner_user_id?: number | null }) => {
    if (location) return update(location, { ...body, ...(moved && { position: positionOf(place, noPlace) }) })
    const { name = '', owner_user_id } = body
    const owned = administers && { owner_user_id: owner_user_id ?? null }
    return create({ name, organisation_id, ...owned, position: positionOf(place, noPlace) })
  }
  const noPlace = t('tracking:locations.noPlace')
  const fields: FieldName<'location'>[] = administers ? ['name', 'owner_user_id'] : ['name']
  const body = location ? schema.update! : schema.create!
  return (
    <>
      <ResourceForm
        resource="location"
        body={body}
        row={location ?? {}}
        fields={fields}
        required={['name']}
        references={{
          owner_user_id: { ...memberReference(organisation_id), texts: { none: t('tracking:locations.everybody') } },
        }}
        changed={moved}
        {...(!location && { submit: t('form.create') })}
        save={save as never}
        extra={() => <PlaceFields label={labelOf(t, 'location', 'position')} place={place} setPlace={setPlace} />}
      />
      {location && (
        <Section title={t('form.remove')} apart>
          <ConfirmButton label={t('form.remove')} run={() => remove(location.id)} dangerous />
        </Section>
      )}
    </>
  )
}

const placeOf = ({ position: { coordinates } }: Row<'location'>): Place => ({
  lon: rounded(coordinates[0]!),
  lat: rounded(coordinates[1]!),
})

/** As the fields show it: about 10 cm. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6

type Props = { location: Row<'location'> | null; organisation_id: number }
