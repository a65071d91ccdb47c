import { type SqlBool, sql } from 'kysely'
import { makeMaintenance } from '#db/maintenance/settle.ts'
import { canonicalNumber } from '#db/tracker_number.ts'
import { defineDomain } from '../crud/domain.ts'
import { ofOrganisation, ofOwner, ofRows } from '../crud/quotas.ts'
import { alert } from './alert.ts'
import { acknowledgeAlert, acknowledgeAlerts, snoozeAlert } from './alert_acknowledge.ts'
import { summariseAlerts } from './alert_summary.ts'
import { alertrequest } from './alertrequest.ts'
import { boundary } from './boundaries/boundary.ts'
import { listContainingBoundaries } from './boundaries/containing_route.ts'
import { importBoundaries } from './boundaries/import_route.ts'
import { readBoundaryLimits, simplifyBoundary } from './boundaries/simplify_route.ts'
import { savedcommand } from './commands/savedcommand.ts'
import { readCommandCatalogue, sendCommands, stopCommands } from './commands/send.ts'
import { trackercommand } from './commands/trackercommand.ts'
import { makeWeeklyCommands } from './commands/weekly.ts'
import { driver } from './drivers/driver.ts'
import { drivershift } from './drivers/drivershift.ts'
import { explain } from './explanation/explain.ts'
import { reportforward } from './forwards/reportforward.ts'
import { trackerguard } from './guards/trackerguard.ts'
import { correctEvent, removeEvent } from './history/change_event.ts'
import { importTrack } from './history/import_track.ts'
import { trackerevent } from './history/trackerevent.ts'
import { trackimport } from './history/trackimport.ts'
import { undoTrack } from './history/undo_track.ts'
import { drivers } from './imports/drivers.ts'
import { tags } from './imports/tags.ts'
import { groups, trackers } from './imports/trackers.ts'
import { location } from './location.ts'
import { listDue, readCounters } from './maintenance/due.ts'
import { maintenancedone } from './maintenance/maintenancedone.ts'
import { maintenanceplan } from './maintenance/maintenanceplan.ts'
import { makeMovementJobs } from './movement/jobs/work.ts'
import { movementprofile } from './movement/movementprofile.ts'
import { recomputeMovement } from './movement/recompute.ts'
import { segment } from './movement/segment.ts'
import { trackerday } from './movement/trackerday.ts'
import { readFleetTracks } from './past/fleet.ts'
import { findAreaVisits } from './past/visits.ts'
import { ignoredplace } from './places/ignoredplace.ts'
import { suggestPlaces } from './places/suggestions.ts'
import { proximityrule } from './proximity/proximityrule.ts'
import { rehearseBoundary } from './rehearsal/rehearse.ts'
import { reportconfig } from './reportconfig.ts'
import { addReportFile, listReports, readMovementReport } from './reports/actions.ts'
import { readActivity } from './reports/activity.ts'
import { reportrun } from './reports/schedules/reportrun.ts'
import { reportschedule } from './reports/schedules/reportschedule.ts'
import { makeReportMails } from './reports/schedules/worker.ts'
import { listSensorAttributes } from './sensors/attributes.ts'
import { readFuel } from './sensors/fuel.ts'
import { readLatestSensors } from './sensors/latest.ts'
import { sensor } from './sensors/sensor.ts'
import { readSensorValues } from './sensors/values.ts'
import { addEmbedding } from './sharing/embed.ts'
import { makeArrivals } from './sharing/end_on_arrival.ts'
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
    ignoredplace,
    location,
    maintenancedone,
    maintenanceplan,
    movementprofile,
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
    driver,
    drivershift,
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
    readFleetTracks,
    explain,
    simplifyBoundary,
    importBoundaries,
    listDue,
    readCounters,
    listSensorAttributes,
    readLatestSensors,
    readSensorValues,
    readFuel,
    recomputeMovement,
    readCommandCatalogue,
    sendCommands,
    stopCommands,
    readActivity,
    listReports,
    readMovementReport,
    addReportFile,
    testWebhook,
    testChannel,
    replaceWebhookSecret,
    replayWebhook,
    sendGroupTest,
  ],
  always: [readSharedPosition],
  pages: [addEmbedding, addTraccarApi],
  keys: {
    read: 'read',
    write: 'write',
    routes: {
      // Their answers have the token of a device, or they reach a device.
      'PUT tracker': 'devices',
      'POST tracker/token': 'devices',
      'POST tracker/replace': 'devices',
      'PUT trackercommand': 'devices',
      'DELETE trackercommand': 'devices',
      'POST trackercommand/send': 'devices',
      'POST trackercommand/stop': 'devices',
      // Nothing is stored.
      'POST area/visits': 'read',
      // They reach devices after the key has ended.
      'PUT savedcommand': 'admin',
      'POST savedcommand': 'admin',
      'DELETE savedcommand': 'admin',
      // Reports go on to others after the key has ended.
      'PUT reportforward': 'admin',
      'POST reportforward': 'admin',
      'DELETE reportforward': 'admin',
      'GET webhookendpoints': 'admin',
      'GET webhookendpoint': 'admin',
      'PUT webhookendpoint': 'admin',
      'POST webhookendpoint': 'admin',
      'DELETE webhookendpoint': 'admin',
      'POST webhookendpoint/test': 'admin',
      'POST webhookendpoint/secret': 'admin',
      'GET notifychannels': 'admin',
      'GET notifychannel': 'admin',
      'PUT notifychannel': 'admin',
      'POST notifychannel': 'admin',
      'DELETE notifychannel': 'admin',
      'POST notifychannel/test': 'admin',
      'GET webhookdeliveries': 'admin',
      'GET webhookdelivery': 'admin',
      'POST webhookdelivery/replay': 'admin',
      'PUT reportschedule': 'admin',
      'POST reportschedule': 'admin',
      'DELETE reportschedule': 'admin',
      // Addresses that alerts are sent to after the key has ended.
      'GET trackergroupconfigs': 'admin',
      'GET trackergroupconfig': 'admin',
      'PUT trackergroupconfig': 'admin',
      'POST trackergroupconfig': 'admin',
      'DELETE trackergroupconfig': 'admin',
      'POST trackergroupconfig/test': 'admin',
      // People ask for themselves.
      'PUT alertrequest': null,
      'DELETE alertrequest': null,
      'POST unknowndevice/adopt': null,
    },
  },
  areas: {
    trackers: [
      'tracker',
      'trackergroup',
      'tag',
      'driver',
      'drivershift',
      'location',
      'movementprofile',
      'proximityrule',
      'sensor',
      'trackerguard',
      'unknowndevice',
    ],
    history: [
      'trackerevent',
      'segment',
      'trackerday',
      'trackimport',
      'track',
      'movement',
      'area/visits',
      'place/suggestions',
      'ignoredplace',
      'fleet/tracks',
      'reportconfig',
      'reportschedule',
      'reportrun',
    ],
    alerts: ['alert', 'alertrequest', 'trackergroupconfig', 'explain'],
    boundaries: ['boundary'],
    commands: ['trackercommand', 'savedcommand'],
    maintenance: ['maintenanceplan', 'maintenancedone', 'maintenance'],
    sharing: ['sharelink'],
    connections: ['webhookendpoint', 'webhookdelivery', 'notifychannel', 'reportforward'],
    // Nothing is stored.
    reading: ['POST area/visits', 'POST boundary/rehearse', 'POST boundary/simplify'],
  },
  quotas: {
    trackers: ofOrganisation(1000, 'trackers', 'tracker'),
    trackers_of_person: ofOwner(100, 'trackers', 'tracker'),
    boundaries: ofOrganisation(1000, 'boundaries', 'boundary'),
    boundaries_of_person: ofOwner(200, 'boundaries', 'boundary'),
    // Positions of one boundary: each report of a tracker near it, and each map, reads them.
    boundary_vertices: { most: 50_000, per: 'organisation' },
    boundary_vertices_of_person: { most: 5000, per: 'member' },
    locations: ofOrganisation(2000, 'locations', 'location'),
    locations_of_person: ofOwner(200, 'locations', 'location'),
    ignored_places: ofOrganisation(2000, 'ignored places', 'ignored_place'),
    ignored_places_of_person: ofOwner(200, 'ignored places', 'ignored_place'),
    movement_profiles: ofOrganisation(100, 'movement profiles', 'movement_profile'),
    report_configs: ofOrganisation(500, 'reports', 'report_config'),
    report_configs_of_person: ofOwner(50, 'reports', 'report_config'),
    // Entered by people, in a year.
    driver_shifts: ofOrganisation(
      50_000,
      'shifts entered by hand in a year',
      'driver_shift',
      sql`source = 'person' and began_at > now() - interval '1 year'`,
    ),
    maintenance_plans: ofOrganisation(500, 'plans of maintenance', 'maintenance_plan'),
    maintenance_done: ofOrganisation(100_000, 'records of maintenance', 'maintenance_done'),
    sensors: ofOrganisation(1000, 'sensors', 'sensor'),
    proximity_rules: ofOrganisation(50, 'proximity rules', 'proximity_rule'),
    drivers: ofOrganisation(1000, 'drivers', 'driver'),
    alert_watches: ofOrganisation(5000, 'watches of arrivals and departures', 'alert_watch'),
    alert_watches_of_person: ofRows(
      'member',
      100,
      'watches of arrivals and departures',
      ({ id, organisation_id }) => sql`alert_watch where organisation_id = ${organisation_id} and user_id = ${id}`,
    ),
    tags: ofOrganisation(200, 'tags', 'tag'),
    tracker_groups: ofOrganisation(500, 'groups of trackers', 'tracker_group'),
    share_links: ofOrganisation(500, 'open links', 'share_link', sql`expires_at > now()`),
    report_schedules: ofOrganisation(50, 'scheduled reports', 'report_schedule'),
    saved_commands: ofOrganisation(500, 'saved commands', 'saved_command'),
    webhook_endpoints: ofOrganisation(10, 'webhooks', 'webhook_endpoint', sql`preset is null`),
    notify_channels: ofOrganisation(20, 'channels', 'webhook_endpoint', sql`preset is not null`),
    report_forwards: ofOrganisation(10, 'forwardings', 'report_forward'),
    commands_queued: ofOrganisation(5000, 'queued commands', 'tracker_command', sql`state = 'queued'`),
  },
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
  imports: [trackers, groups, drivers, tags],
  background: (context) => [
    makeReportMails(context),
    makeMovementJobs(context),
    makeMaintenance(context.db),
    makeWeeklyCommands(context),
    makeArrivals(context),
  ],
})
