import { type SqlBool, sql } from 'kysely'
import { makeDriverAlerts } from '#db/alerts/drivers.ts'
import { makeMaintenance } from '#db/maintenance/settle.ts'
import { canonicalNumber } from '#db/tracker_number.ts'
import { defineDomain } from '../crud/domain.ts'
import { alert } from './alert.ts'
import { acknowledgeAlert, acknowledgeAlerts, snoozeAlert } from './alert_acknowledge.ts'
import { summariseAlerts } from './alert_summary.ts'
import { alertrequest } from './alertrequest.ts'
import { readArrival } from './arrivals/arrival_route.ts'
import { makeForesight } from './arrivals/foresee.ts'
import { makeTripLearning } from './arrivals/learn.ts'
import { boundary } from './boundaries/boundary.ts'
import { listContainingBoundaries } from './boundaries/containing_route.ts'
import { importBoundaries } from './boundaries/import_route.ts'
import { readBoundaryLimits, simplifyBoundary } from './boundaries/simplify_route.ts'
import { endCabCode, makeCabCode, readCabCode } from './cab/code.ts'
import { driveCab, readCab } from './cab/drive.ts'
import { savedcommand } from './commands/savedcommand.ts'
import { readCommandCatalogue, sendCommands, stopCommands } from './commands/send.ts'
import { trackercommand } from './commands/trackercommand.ts'
import { makeWeeklyCommands } from './commands/weekly.ts'
import { acknowledgeDrill, endDrill, listRunningDrills, readDrillLines } from './drills/actions.ts'
import { firedrill } from './drills/firedrill.ts'
import { firedrillplan } from './drills/firedrillplan.ts'
import { makeMonthlyDrills } from './drills/monthly.ts'
import { driver } from './drivers/driver.ts'
import { drivershift } from './drivers/drivershift.ts'
import { makeLicenceReminders } from './drivers/licences.ts'
import { readDriverNow } from './drivers/now.ts'
import { plannedshift } from './drivers/plans/plannedshift.ts'
import { listMyShifts, listPlannedTimes } from './drivers/plans/times.ts'
import { addEvidence, readHistoryKey } from './evidence/routes.ts'
import { explain } from './explanation/explain.ts'
import { reportforward } from './forwards/reportforward.ts'
import { trackerguard } from './guards/trackerguard.ts'
import { correctEvent, removeEvent } from './history/change_event.ts'
import { importTrack } from './history/import_track.ts'
import { trackerevent } from './history/trackerevent.ts'
import { trackimport } from './history/trackimport.ts'
import { undoTrack } from './history/undo_track.ts'
import { drivers } from './imports/drivers.ts'
import { maintenancePlans, maintenanceRecords } from './imports/maintenance.ts'
import { tags } from './imports/tags.ts'
import { groups, trackers } from './imports/trackers.ts'
import { answerLoan, endLoan, readLoanOffer } from './loans/answer.ts'
import { listBorrowed, listBorrowedTrips, readBorrowedTrack } from './loans/borrowed.ts'
import { makeRemoteFollowing } from './loans/elsewhere/follow.ts'
import {
  answerRemoteOffer,
  endRemotely,
  listRemoteTrips,
  readRemoteOffer,
  readRemotePosition,
  readRemoteTrack,
} from './loans/elsewhere/lender.ts'
import { endRemoteLoan, listRemoteLoanTrips, readRemoteLoanTrack } from './loans/elsewhere/received.ts'
import { remoteloan } from './loans/elsewhere/remoteloan.ts'
import { trackerloan } from './loans/trackerloan.ts'
import { location } from './location.ts'
import { listDue, readCounters } from './maintenance/due.ts'
import { maintenancedone } from './maintenance/maintenancedone.ts'
import { maintenanceplan } from './maintenance/maintenanceplan.ts'
import { makeMovementJobs } from './movement/jobs/work.ts'
import { movementprofile } from './movement/movementprofile.ts'
import { mytrip } from './movement/mytrip.ts'
import { markTrip } from './movement/private_trip.ts'
import { recomputeMovement } from './movement/recompute.ts'
import { segment } from './movement/segment.ts'
import { trackerday } from './movement/trackerday.ts'
import { addOgcApi } from './ogc/index.ts'
import { readFleetTracks } from './past/fleet.ts'
import { findAreaVisits } from './past/visits.ts'
import { ignoredplace } from './places/ignoredplace.ts'
import { suggestPlaces } from './places/suggestions.ts'
import { keepPrivate, listPrivate } from './privacy/private_mode.ts'
import { trackerprivacy } from './privacy/trackerprivacy.ts'
import { trackerview } from './privacy/trackerview.ts'
import { proximityrule } from './proximity/proximityrule.ts'
import { quotas } from './quotas.ts'
import { rehearseBoundary } from './rehearsal/rehearse.ts'
import { reportconfig } from './reportconfig.ts'
import { addReportFile, listReports, readMovementReport } from './reports/actions.ts'
import { readActivity } from './reports/activity.ts'
import { reportrun } from './reports/schedules/reportrun.ts'
import { reportschedule } from './reports/schedules/reportschedule.ts'
import { makeReportMails } from './reports/schedules/worker.ts'
import { areas, keys } from './rights.ts'
import { listSensorAttributes } from './sensors/attributes.ts'
import { readFuel } from './sensors/fuel.ts'
import { readLatestSensors } from './sensors/latest.ts'
import { sensor } from './sensors/sensor.ts'
import { readSensorValues } from './sensors/values.ts'
import { addEmbedding } from './sharing/embed.ts'
import { makeArrivals } from './sharing/end_on_arrival.ts'
import { addVehicleFeed } from './sharing/gtfs/index.ts'
import { readSharedPosition } from './sharing/share_position.ts'
import { sharelink } from './sharing/sharelink.ts'
import { tag } from './tags/tag.ts'
import { addTraccarApi } from './traccar_api/index.ts'
import { tracker } from './tracker.ts'
import { replaceTrackerDevice } from './tracker_replace.ts'
import { replaceTrackerToken } from './tracker_token.ts'
import { trackergroup } from './trackergroup.ts'
import { sendGroupTest, trackergroupconfig } from './trackergroupconfig.ts'
import { unknowndevice } from './unknowndevice.ts'
import { adoptUnknownDevice } from './unknowndevice_adopt.ts'
import { listUrgentTrackers } from './urgent_trackers.ts'
import { replaceWebhookSecret, replayWebhook, testChannel, testWebhook } from './webhooks/actions.ts'
import { notifychannel } from './webhooks/notifychannel.ts'
import { webhookdelivery } from './webhooks/webhookdelivery.ts'
import { webhookendpoint } from './webhooks/webhookendpoint.ts'

const unregistered = { name: 'unregistered_devices', list: 'unknowndevice', query: () => ({ status: 'unregistered' }) }
const refused = { name: 'refused_devices', list: 'unknowndevice', query: () => ({ status: 'not_allowed' }) }

/** Trackers and what they report: for the organisations that have tracking. */
export const tracking = defineDomain({
  feature: 'tracking',
  page_names: [
    'alarmdesk',
    'commands',
    'fleetday',
    'maintenance',
    'myshifts',
    'past',
    'places',
    'replay',
    'reports',
    'timemachine',
    'whodrove',
  ],
  resources: {
    alert,
    alertrequest,
    boundary,
    firedrill,
    firedrillplan,
    ignoredplace,
    location,
    maintenancedone,
    maintenanceplan,
    movementprofile,
    mytrip,
    proximityrule,
    reportconfig,
    reportforward,
    reportrun,
    reportschedule,
    savedcommand,
    segment,
    sensor,
    sharelink,
    tag,
    tracker,
    trackercommand,
    trackerday,
    trackerevent,
    trackergroup,
    trackergroupconfig,
    trackimport,
    trackerguard,
    trackerloan,
    remoteloan,
    trackerprivacy,
    trackerview,
    driver,
    drivershift,
    plannedshift,
    unknowndevice,
    notifychannel,
    webhookdelivery,
    webhookendpoint,
  },
  actions: [
    correctEvent,
    removeEvent,
    importTrack,
    undoTrack,
    replaceTrackerToken,
    replaceTrackerDevice,
    makeCabCode,
    readCabCode,
    endCabCode,
    adoptUnknownDevice,
    acknowledgeAlert,
    acknowledgeAlerts,
    snoozeAlert,
    summariseAlerts,
    listUrgentTrackers,
    listContainingBoundaries,
    readBoundaryLimits,
    rehearseBoundary,
    findAreaVisits,
    suggestPlaces,
    readArrival,
    readFleetTracks,
    explain,
    readDrillLines,
    listRunningDrills,
    acknowledgeDrill,
    endDrill,
    simplifyBoundary,
    importBoundaries,
    listDue,
    readCounters,
    listSensorAttributes,
    readLatestSensors,
    readSensorValues,
    readFuel,
    recomputeMovement,
    markTrip,
    listPlannedTimes,
    listMyShifts,
    readDriverNow,
    listPrivate,
    keepPrivate,
    readLoanOffer,
    answerLoan,
    endLoan,
    listBorrowed,
    readBorrowedTrack,
    listBorrowedTrips,
    endRemoteLoan,
    readRemoteLoanTrack,
    listRemoteLoanTrips,
    readCommandCatalogue,
    sendCommands,
    stopCommands,
    readActivity,
    listReports,
    readMovementReport,
    addReportFile,
    addEvidence,
    testWebhook,
    testChannel,
    replaceWebhookSecret,
    replayWebhook,
    sendGroupTest,
  ],
  always: [
    readSharedPosition,
    readCab,
    driveCab,
    readHistoryKey,
    readRemoteOffer,
    answerRemoteOffer,
    endRemotely,
    readRemotePosition,
    readRemoteTrack,
    listRemoteTrips,
  ],
  pages: [addEmbedding, addVehicleFeed, addTraccarApi, addOgcApi],
  keys,
  areas,
  quotas,
  conflicts: {
    number_conflict: {
      table: 'tracker',
      field: 'number',
      is: (number) => sql<SqlBool>`tracker.canonical_number = ${canonicalNumber(number)}`,
      reads: tracker.reads,
    },
  },
  figures: [
    { of: 'organisation', name: 'open_alerts', list: 'alert', query: () => ({ open: true }) },
    {
      of: 'organisation',
      name: 'unacknowledged_alerts',
      list: 'alert',
      query: () => ({ open: true, acknowledged: false }),
    },
    { of: 'installation', ...unregistered },
    { of: 'installation', ...refused },
  ],
  tasks: [
    { ...unregistered, of_platform: true },
    { ...refused, of_platform: true },
  ],
  imports: [trackers, groups, drivers, tags, maintenancePlans, maintenanceRecords],
  background: (context) => [
    makeReportMails(context),
    makeMovementJobs(context),
    makeMaintenance(context.db),
    makeDriverAlerts(context.db),
    makeLicenceReminders(context),
    makeWeeklyCommands(context),
    makeArrivals(context),
    makeMonthlyDrills(context),
    makeTripLearning(context),
    makeForesight(context),
    makeRemoteFollowing(context),
  ],
})
