import type { Fleet } from '../../fleet/fleet.ts'
import type { Field } from '../motion/field.ts'
import { useFirstView } from './useFirstView.ts'
import { useFlight } from './useFlight.ts'
import { useFollow } from './useFollow.ts'
import { usePublishViewport } from './usePublishViewport.ts'

/** Where the map looks: first at everything, then at what was asked for, then along with the one followed. */
export function Camera({ field, fleet, ready }: { field: Field; fleet: Fleet; ready: boolean }) {
  usePublishViewport()
  useFirstView(fleet, ready)
  useFlight()
  useFollow(field)
  return null
}
