import type { Colours } from '#messages/palette.ts'
import { useSelection } from '../kit/selection.ts'
import { GuardLayer } from '../map/layers/GuardLayer.tsx'
import { useGuard } from './useGuard.ts'

/** The circle of the guard of the selected tracker. */
export function SelectedGuard({ colour }: { colour: Colours }) {
  const id = useSelection((state) => state.id)
  return id === null ? null : <Circle key={id} tracker_id={id} colour={colour} />
}

function Circle({ tracker_id, colour }: { tracker_id: number; colour: Colours }) {
  return <GuardLayer guard={useGuard(tracker_id) ?? null} colour={colour} />
}
