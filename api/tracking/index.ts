import { defineDomain } from '../crud/domain.ts'
import { alert } from './alert.ts'
import { acknowledgeAlert, snoozeAlert } from './alert_acknowledge.ts'
import { summariseAlerts } from './alert_summary.ts'
import { listContainingBoundaries } from './boundaries/containing_route.ts'
import { importBoundaries } from './boundaries/import_route.ts'
import { readBoundaryLimits, simplifyBoundary } from './boundaries/simplify_route.ts'
import { boundary } from './boundary.ts'
import { correctEvent, removeEvent } from './history/change_event.ts'
import { location } from './location.ts'
import { reportconfig } from './reportconfig.ts'
import { reportforward } from './reportforward.ts'
import { readSharedPosition } from './share_position.ts'
import { sharelink } from './sharelink.ts'
import { tracker } from './tracker.ts'
import { replaceTrackerToken } from './tracker_token.ts'
import { trackercommand } from './trackercommand.ts'
import { trackerevent } from './trackerevent.ts'
import { unknowndevice } from './unknowndevice.ts'
import { adoptUnknownDevice } from './unknowndevice_adopt.ts'
import { listUrgentTrackers } from './urgent_trackers.ts'

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
    correctEvent,
    removeEvent,
    replaceTrackerToken,
    adoptUnknownDevice,
    acknowledgeAlert,
    snoozeAlert,
    summariseAlerts,
    listUrgentTrackers,
    listContainingBoundaries,
    readBoundaryLimits,
    simplifyBoundary,
    importBoundaries,
  ],
  always: [readSharedPosition],
})
