import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useMap } from 'react-map-gl/maplibre'
import type { Fleet } from '../fleet/fleet.ts'
import { showOwnPosition } from '../phone/ownPosition.ts'
import { FitIcon, HereIcon, MinusIcon, PlusIcon } from '../ui/icons.tsx'
import { LayersMenu } from './LayersMenu.tsx'
import classes from './MapButtons.module.css'
import { fitFleet } from './useFirstView.ts'

export function MapButtons({ fleet }: { fleet: Fleet }) {
  const { t } = useTranslation()
  const map = useMap().current!
  useHotkeys([['a', () => fitFleet(map, fleet)]])
  return (
    <ActionIcon.Group orientation="vertical" className={classes.buttons}>
      <ActionIcon variant="default" size="lg" aria-label={t('map.zoomIn')} onClick={() => map.zoomIn()}>
        <PlusIcon />
      </ActionIcon>
      <ActionIcon variant="default" size="lg" aria-label={t('map.zoomOut')} onClick={() => map.zoomOut()}>
        <MinusIcon />
      </ActionIcon>
      <ActionIcon variant="default" size="lg" aria-label={t('map.fit')} onClick={() => fitFleet(map, fleet)}>
        <FitIcon />
      </ActionIcon>
      <ActionIcon variant="default" size="lg" aria-label={t('map.own')} title={t('map.own')} onClick={showOwnPosition}>
        <HereIcon />
      </ActionIcon>
      <LayersMenu />
    </ActionIcon.Group>
  )
}
