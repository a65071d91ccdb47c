import { defineDomain } from '../crud/domain.ts'
import { alert } from './alert.ts'
import { addAlerts } from './alert_acknowledge.ts'
import { addAlertSummary } from './alert_summary.ts'
import { addContainingBoundaries } from './boundaries/containing_route.ts'
import { addBoundaryImport } from './boundaries/import_route.ts'
import { addBoundarySimplify } from './boundaries/simplify_route.ts'
import { boundary } from './boundary.ts'
import { addEventChanges } from './history/change_event.ts'
import { location } from './location.ts'
import { reportconfig } from './reportconfig.ts'
import { reportforward } from './reportforward.ts'
import { addSharePosition } from './share_position.ts'
import { sharelink } from './sharelink.ts'
import { tracker } from './tracker.ts'
import { addTrackerToken } from './tracker_token.ts'
import { trackercommand } from './trackercommand.ts'
import { trackerevent } from './trackerevent.ts'
import { unknowndevice } from './unknowndevice.ts'
import { addUnknownDeviceAdopt } from './unknowndevice_adopt.ts'
import { addUrgentTrackers } from './urgent_trackers.ts'

/** Trackers and what they report: for the organisations that have tracking. */
export const tracking = defineDomain({
  feature: 'tracking',
  resources: {
    alert,
    boundary,
    location,
    reportconfig,
    reportforward,
    sharelink,
    tracker,
    trackercommand,
    trackerevent,
    unknowndevice,
  },
  actions: [
    addEventChanges,
    addTrackerToken,
    addUnknownDeviceAdopt,
    addAlerts,
    addAlertSummary,
    addUrgentTrackers,
    addContainingBoundaries,
    addBoundarySimplify,
    addBoundaryImport,
  ],
  always: [addSharePosition],
})
