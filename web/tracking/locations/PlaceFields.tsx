import { Group, Input, NumberInput, Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#api/client.ts'
import { PlaceLinks } from '../../kit/ui/PlaceLinks.tsx'
import classes from './Location.module.css'

const LocationMap = lazy(() => import('./LocationMap.tsx'))

/** A place that is typed, or picked on the map. */
export function PlaceFields({ label, error, place, setPlace }: Props) {
  const { t } = useTranslation()
  const { lat, lon } = place
  const known = lat !== '' && lon !== '' ? ([lon, lat] as [number, number]) : null
  return (
    <Stack gap="xs">
      <Group gap="md" align="flex-start">
        <Degrees label={t('tracking:locations.latitude')} name="lat" most={90} place={place} setPlace={setPlace} />
        <Degrees label={t('tracking:locations.longitude')} name="lon" most={180} place={place} setPlace={setPlace} />
      </Group>
      <Input.Wrapper label={label} labelElement="div" error={error}>
        <Input.Description>{t('tracking:locations.pick')}</Input.Description>
        <div className={classes.map}>
          <Suspense>
            <LocationMap position={known} onPick={(lon, lat) => setPlace({ lon, lat })} />
          </Suspense>
        </div>
      </Input.Wrapper>
      {known && <PlaceLinks position={known} heading={null} />}
    </Stack>
  )
}

function Degrees({ label, name, most, place, setPlace }: DegreesProps) {
  return (
    <NumberInput
      label={label}
      name={name}
      value={place[name]}
      onChange={(value) => setPlace({ ...place, [name]: value === '' ? '' : Number(value) })}
      min={-most}
      max={most}
      decimalScale={6}
      hideControls
      suffix="°"
      w={160}
    />
  )
}

/** @throws {ApiError} with a sentence for people while a field is empty */
export function positionOf({ lat, lon }: Place, noPlace: string) {
  if (lat === '' || lon === '') throw new ApiError(400, { message: noPlace, field: 'position' })
  return { type: 'Point' as const, coordinates: [lon, lat] }
}

export type Place = { lat: number | ''; lon: number | '' }
type DegreesProps = { label: string; name: 'lat' | 'lon'; most: number; place: Place; setPlace: (place: Place) => void }
type Props = Pick<DegreesProps, 'label' | 'place' | 'setPlace'> & { error?: string | undefined }
