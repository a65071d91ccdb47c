import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconFocusCentered, IconLocation, IconMinus, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMap } from 'react-map-gl/maplibre'
import { Icon } from '../../kit/ui/Icon.tsx'
import type { Fleet } from '../kit/fleet.ts'
import { fitFleet } from '../map/camera/useFirstView.ts'
import { BasemapPopover } from '../map/choice/BasemapButton.tsx'
import { LayersMenu } from '../map/LayersMenu.tsx'
import { showOwnPosition } from '../phone/ownPosition.ts'
import classes from './MapButtons.module.css'

export function MapButtons({ fleet }: { fleet: Fleet }) {
  const { t } = useTranslation()
  const map = useMap().current!
  useHotkeys([['a', () => fitFleet(map, fleet)]])
  return (
    <ActionIcon.Group orientation="vertical" className={classes.buttons}>
      <Zoom />
      <MapButton label={t('tracking:map.fit')} press={() => fitFleet(map, fleet)}>
        <Icon of={IconFocusCentered} />
      </MapButton>
      <Own />
      <LayersMenu />
    </ActionIcon.Group>
  )
}

/** Buttons of maps without trackers. */
export function OwnButtons() {
  return (
    <ActionIcon.Group orientation="vertical" className={classes.buttons}>
      <Zoom />
      <Own />
      <BasemapPopover />
    </ActionIcon.Group>
  )
}

function Zoom() {
  const { t } = useTranslation()
  const map = useMap().current!
  return (
    <>
      <MapButton label={t('tracking:map.zoomIn')} press={() => map.zoomIn()}>
        <Icon of={IconPlus} />
      </MapButton>
      <MapButton label={t('tracking:map.zoomOut')} press={() => map.zoomOut()}>
        <Icon of={IconMinus} />
      </MapButton>
    </>
  )
}

function Own() {
  const { t } = useTranslation()
  return (
    <MapButton label={t('tracking:map.own')} press={showOwnPosition}>
      <Icon of={IconLocation} />
    </MapButton>
  )
}

function MapButton({ label, press, children }: { label: string; press: () => void; children: ReactNode }) {
  return (
    <ActionIcon variant="default" size="lg" aria-label={label} title={label} onClick={press}>
      {children}
    </ActionIcon>
  )
}
