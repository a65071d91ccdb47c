import { useTranslation } from 'react-i18next'
import { newZealand } from '../map/camera/fit.ts'
import { MapFrame } from '../map/MapFrame.tsx'
import { OwnPosition } from '../phone/OwnPosition.tsx'
import { OwnButtons } from './MapButtons.tsx'

/** Base map and own position. */
export default function GuestMap() {
  const { t } = useTranslation()
  return (
    <MapFrame label={t('tracking:map.title')} bounds={newZealand} own_buttons>
      {(colour) => (
        <>
          <OwnPosition colour={colour} />
          <OwnButtons />
        </>
      )}
    </MapFrame>
  )
}
