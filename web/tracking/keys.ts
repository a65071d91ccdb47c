/** Keys of what this domain keeps in TanStack Query. Those that begin with `rows` follow changes of rows. */
export const keys = {
  planned: (organisation_id: number, monday: string) =>
    ['rows', 'plannedshift', 'week', organisation_id, monday] as const,
  driverNow: (tracker_id: number) => ['rows', 'drivershift', 'now', tracker_id] as const,
  myShifts: (organisation_id: number) => ['rows', 'plannedshift', 'mine', organisation_id] as const,
  borrowed: (organisation_id: number) => ['rows', 'trackerloan', 'borrowed', organisation_id] as const,
  loansOf: (tracker_id: number) => ['rows', 'trackerloan', 'of', tracker_id] as const,
  loanTrack: (id: number, elsewhere: boolean) => ['rows', 'trackerloan', 'track', id, elsewhere] as const,
  loanTrips: (id: number, elsewhere: boolean) => ['rows', 'trackerloan', 'trips', id, elsewhere] as const,
  drill: (id: number) => ['rows', 'firedrill', 'one', id] as const,
  drillLines: (id: number, state: string | undefined) => ['rows', 'firedrill', 'lines', id, state] as const,
  drillPlan: (organisation_id: number) => ['rows', 'firedrillplan', 'of', organisation_id] as const,
  anyDrill: (organisation_id: number) => ['rows', 'firedrill', 'any', organisation_id] as const,
  runningDrills: (organisation_id: number) => ['rows', 'firedrill', 'running', organisation_id] as const,
  savedReports: (organisation_id: number, report: string) =>
    ['rows', 'reportconfig', 'menu', organisation_id, report] as const,
  trackers: (organisation_id: number) => ['rows', 'tracker', 'all', organisation_id] as const,
  groupConfig: (group_id: number) => ['trackergroupconfig', group_id] as const,
  tracker: (id: number) => ['rows', 'tracker', 'one', id] as const,
  /** @param changes what makes the answer another one: the counts by status */
  urgentTrackers: (organisation_id: number, changes: string) =>
    ['rows', 'tracker', 'urgent', organisation_id, changes] as const,
  trackerCount: (organisation_id: number) => ['tracker', 'count', organisation_id] as const,
  trackerPages: (organisation_id: number, search: string, state: string | null, doing: string | null) =>
    ['tracker', 'pages', organisation_id, search, state, doing] as const,
  latestEvent: (tracker_id: number) => ['tracker', 'latest', tracker_id] as const,
  week: (tracker_id: number, timezone: string) => ['tracker', 'week', tracker_id, timezone] as const,
  lastReport: (tracker_id: number) => ['tracker', 'lastReport', tracker_id] as const,
  /** An event together with its tracker. */
  event: (id: number) => ['trackerevent', id] as const,
  /** Those of a boundary are not suggested any more: they follow its changes. */
  suggestedPlaces: (organisation_id: number, days: number) =>
    ['rows', 'boundary', 'suggested', organisation_id, days] as const,
  ignoredPlaces: (organisation_id: number) => ['rows', 'ignoredplace', 'of', organisation_id] as const,
  boundaries: (organisation_id: number) => ['rows', 'boundary', 'all', organisation_id] as const,
  locations: (organisation_id: number) => ['rows', 'location', 'all', organisation_id] as const,
  /** Trips and stops of a tracker. */
  segments: (tracker_id: number, from: string, to: string) => ['segments', tracker_id, from, to] as const,
  inside: (boundary_id: number) => ['boundary', 'inside', boundary_id] as const,
  boundaryLimit: (organisation_id: number) => ['boundaryLimit', organisation_id] as const,
  /** @param version of the shape that is simplified */
  simplifiedShape: (organisation_id: number, version: number) => ['simplifiedShape', organisation_id, version] as const,
  containingBoundaries: (id: number) => ['rows', 'boundary', 'containing', id] as const,
  /** @param open the ids of open alerts */
  alertSummary: (organisation_id: number, from: string, open: string) =>
    ['rows', 'alert', 'summary', organisation_id, from, open] as const,
  savedCommands: (organisation_id: number) => ['rows', 'savedcommand', 'of', organisation_id] as const,
  /** @param place as chosen: its kind and its id */
  arrival: (tracker_id: number, place: string) => ['arrival', tracker_id, place] as const,
  watches: (tracker_id: number) => ['rows', 'alertrequest', 'of', tracker_id] as const,
  privacy: (tracker_id: number) => ['rows', 'trackerprivacy', 'of', tracker_id] as const,
  myPrivacy: ['rows', 'trackerprivacy', 'mine'] as const,
  guard: (tracker_id: number) => ['rows', 'trackerguard', 'of', tracker_id] as const,
  readings: (tracker_id: number) => ['rows', 'sensor', 'latest', tracker_id] as const,
  sensorAttributes: (organisation_id: number, tracker_id: number | null) =>
    ['sensorAttributes', organisation_id, tracker_id] as const,
  sensorValues: (request: object) => ['rows', 'sensor', 'values', request] as const,
  fuel: (request: object) => ['rows', 'sensor', 'fuel', request] as const,
  deskAlerts: (organisation_id: number, filters: object) =>
    ['rows', 'alert', 'desk', organisation_id, filters] as const,
  trackImports: (tracker_id: number) => ['rows', 'trackimport', 'of', tracker_id] as const,
  lastAlerts: (tracker_id: number) => ['rows', 'alert', 'last', tracker_id] as const,
  openAlerts: (organisation_id: number) => ['rows', 'alert', 'open', organisation_id] as const,
  lastPositions: (organisation_id: number) => ['lastPositions', organisation_id] as const,
  trail: (tracker_id: number | null, minutes: number) => ['trail', tracker_id, minutes] as const,
  track: (tracker_id: number, from: string, to: string) => ['track', tracker_id, from, to] as const,
  lastFixBefore: (tracker_id: number, to: string) => ['lastFixBefore', tracker_id, to] as const,
  cab: (code: string) => ['cab', code] as const,
  cabCode: (tracker_id: number) => ['cabcode', tracker_id] as const,
  sharedTracker: (token: string) => ['share', token] as const,
  shareLinks: (tracker_id: number) => ['shareLinks', tracker_id] as const,
  runningTrip: (tracker_id: number) => ['runningTrip', tracker_id] as const,
  commandCatalogue: (of: string) => ['commandCatalogue', of] as const,
  importKinds: () => ['importKinds'] as const,
  members: (organisation_id: number) => ['rows', 'membership', 'all', organisation_id] as const,
  tasks: (organisation_id: number, from: string) => ['tasks', organisation_id, from] as const,
  organisations: () => ['rows', 'organisation', 'all'] as const,
  map: () => ['map'] as const,
  mapStyles: (basemap: string) => ['mapStyle', basemap] as const,
  mapStyle: (basemap: string, scheme: string, language: string) => ['mapStyle', basemap, scheme, language] as const,
  userTrackerConfigs: (organisation_id: number, user_id: number) =>
    ['usertrackerconfigs', organisation_id, user_id] as const,
}
