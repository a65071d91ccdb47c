import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { directionsTo, streetViewAt } from '../format/googleMaps.ts'
import classes from './PlaceLinks.module.css'

/** Links to directions and Street View, without a referrer. */
export function PlaceLinks({ position, heading }: { position: number[]; heading: number | null }) {
  const { t } = useTranslation()
  const place = position as [number, number]
  return (
    <span className={classes.links}>
      <Outside href={directionsTo(place)} label={t('tracking:place.directions')} />
      <Outside href={streetViewAt(place, heading)} label={t('tracking:place.streetView')} />
    </span>
  )
}

function Outside({ href, label }: { href: string; label: string }) {
  const { t } = useTranslation()
  return (
    <Anchor inherit href={href} target="_blank" rel="noopener noreferrer" title={t('tracking:place.outside')}>
      {label}
    </Anchor>
  )
}
