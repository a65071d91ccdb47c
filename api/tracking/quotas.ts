import { sql } from 'kysely'
import { ofOrganisation, ofOwner, ofRows } from '../crud/quotas.ts'

/** How much of tracking an organisation and a person may have. */
export const quotas = {
  trackers: ofOrganisation(1000, 'trackers', 'tracker', sql`not drill`),
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
  planned_shifts: ofOrganisation(5000, 'planned shifts', 'planned_shift'),
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
} as const
