import { useComputedColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { newZealand } from '../map/camera/fit.ts'
import { BoundariesLayer } from '../map/layers/BoundariesLayer.tsx'
import { MapFrame } from '../map/MapFrame.tsx'
import type { Boundary } from '../types.ts'
import { lineColour } from './colours.ts'
import { Markers, type Shown } from './Markers.tsx'
import type { Player } from './player/playback.ts'
import { StopsLayer } from './StopsLayer.tsx'
import { TrackLayer } from './TrackLayer.tsx'
import type { Track } from './track.ts'
import { useReplayCamera } from './useReplayCamera.ts'

export default function ReplayMap({ shown, boundaries, player, followed, unfollow }: Props) {
  const { t } = useTranslation()
  const scheme = useComputedColorScheme('light')
  return (
    <MapFrame label={t('tracking:replay.map')} bounds={newZealand}>
      {(colour) => (
        <>
          <BoundariesLayer boundaries={boundaries} colour={colour} />
          {shown.map(({ id, track }, i) => (
            <TrackLayer key={id} id={id} track={track} line={lineColour(scheme, i)} colour={colour} />
          ))}
          <StopsLayer shown={shown} player={player} colour={colour} />
          <Markers shown={shown} player={player} />
          <Camera shown={shown} followed={followed} player={player} unfollow={unfollow} />
        </>
      )}
    </MapFrame>
  )
}

function Camera({ shown, followed, player, unfollow }: Omit<Props, 'boundaries'>) {
  useReplayCamera(shown, followed, player, unfollow)
  return null
}

type Props = { shown: Shown[]; boundaries: Boundary[]; player: Player; followed: Track | null; unfollow: () => void }
