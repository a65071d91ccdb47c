import { useTranslation } from 'react-i18next'
import { OwnPosition } from '../phone/OwnPosition.tsx'
import { newZealand } from './camera/fit.ts'
import { OwnButtons } from './MapButtons.tsx'
import { MapFrame } from './MapFrame.tsx'

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
