import { type PathsOf, path, pathTo } from '../core/paths.ts'
import type { Door } from '../kit/door.ts'
import type { tracking as texts } from '../locales/en/tracking.ts'
import { areas } from './areas.ts'

const pages = {
  open: {
    share: {
      path: pathTo<[token: string]>('/app/share/:token'),
      feature: null,
      load: async () => (await import('./share/SharePage.tsx')).SharePage,
    },
    cab: {
      path: pathTo<[code: string]>('/app/cab/:code'),
      feature: null,
      load: async () => (await import('./drivers/CabPage.tsx')).CabPage,
    },
  },
  member: {
    trackers: {
      path: path<{ status?: string; group?: number; tag?: number }>('/app/trackers'),
      load: async () => (await import('./trackers/TrackersPage.tsx')).TrackersPage,
    },
    boundaries: {
      path: path('/app/boundaries'),
      load: async () => (await import('./boundaries/BoundariesPage.tsx')).BoundariesPage,
    },
    alerts: {
      path: path<{
        tracker?: number
        state?: string
        acknowledged?: string
        kind?: string
        range?: string
        from?: string
      }>('/app/alerts'),
      load: async () => (await import('./alerts/AlertsPage.tsx')).AlertsPage,
    },
    explain: {
      path: path<{ tracker?: number; at?: string; alert?: number }>('/app/explain'),
      load: async () => (await import('./explain/ExplainPage.tsx')).ExplainPage,
    },
    fireDrill: {
      path: path<{ id: number; from?: string }>('/app/firedrill'),
      load: async () => (await import('./drills/DrillPage.tsx')).DrillPage,
    },
    alarmDesk: {
      path: path<{ kind?: string; group?: number }>('/app/alarmdesk'),
      load: async () => (await import('./desk/DeskPage.tsx')).DeskPage,
    },
    boundary: {
      path: path<{ id: number }>('/app/boundary'),
      texts: ['tracking', 'files'],
      resource: 'boundary',
      load: async () => (await import('./record/boundary/BoundaryPage.tsx')).BoundaryPage,
    },
    boundaryEdit: {
      path: path<{ id?: number }>('/app/boundary/edit'),
      texts: ['tracking', 'files'],
      resource: 'boundary',
      load: async () => (await import('./boundaries/BoundaryEditPage.tsx')).BoundaryEditPage,
    },
    tracker: {
      path: path<{ id: number; tab?: string }>('/app/tracker'),
      texts: ['tracking', 'files'],
      resource: 'tracker',
      load: async () => (await import('./record/tracker/TrackerPage.tsx')).TrackerPage,
    },
    trackerEdit: {
      path: path<{ id?: number }>('/app/tracker/edit'),
      resource: 'tracker',
      load: async () => (await import('./trackers/TrackerEditPage.tsx')).TrackerEditPage,
    },
    events: {
      path: path<{ tracker?: number }>('/app/trackerevents'),
      load: async () => (await import('./history/HistoryPage.tsx')).HistoryPage,
    },
    event: {
      path: path<{ id: number }>('/app/trackerevent'),
      resource: 'trackerevent',
      load: async () => (await import('./history/EventPage.tsx')).EventPage,
    },
    replay: {
      path: path<{ tracker?: number; t?: string }>('/app/replay'),
      load: async () => (await import('./replay/ReplayPage.tsx')).ReplayPage,
    },
    past: {
      path: path<{ range?: string; from?: string; to?: string }>('/app/past'),
      load: async () => (await import('./past/PastPage.tsx')).PastPage,
    },
    places: {
      path: path<{ days?: string }>('/app/places'),
      load: async () => (await import('./places/PlacesPage.tsx')).PlacesPage,
    },
    timemachine: {
      path: path<{ t?: string; day?: string; near?: string }>('/app/timemachine'),
      load: async () => (await import('./timemachine/TimeMachinePage.tsx')).TimeMachinePage,
    },
    fleetDay: {
      path: path<{ day?: string }>('/app/fleetday'),
      load: async () => (await import('./movement/ActivityPage.tsx')).ActivityPage,
    },
    movementReports: {
      path: path<{ report?: string; period?: string; tracker?: number }>('/app/reports'),
      load: async () => (await import('./movement/ReportsPage.tsx')).ReportsPage,
    },
    locations: {
      path: path('/app/locations'),
      load: async () => (await import('./locations/LocationsPage.tsx')).LocationsPage,
    },
    location: {
      path: path<{ id?: number }>('/app/location'),
      resource: 'location',
      load: async () => (await import('./locations/LocationPage.tsx')).LocationPage,
    },
    trackerGroups: {
      path: path('/app/trackergroups'),
      load: async () => (await import('./groups/GroupsPage.tsx')).GroupsPage,
    },
    drivers: { path: path('/app/drivers'), load: async () => (await import('./drivers/DriversPage.tsx')).DriversPage },
    maintenance: {
      path: path('/app/maintenance'),
      load: async () => (await import('./maintenance/MaintenancePage.tsx')).MaintenancePage,
    },
    maintenancePlans: {
      path: path('/app/maintenanceplans'),
      load: async () => (await import('./maintenance/PlansPage.tsx')).PlansPage,
    },
    maintenancePlan: {
      path: path<{ id?: number }>('/app/maintenanceplan'),
      resource: 'maintenanceplan',
      load: async () => (await import('./maintenance/PlanPage.tsx')).PlanPage,
    },
    maintenanceRecords: {
      path: path<{ tracker?: number; group?: number }>('/app/maintenancedones'),
      load: async () => (await import('./maintenance/RecordsPage.tsx')).RecordsPage,
    },
    maintenanceRecord: {
      path: path<{ id: number }>('/app/maintenancedone'),
      texts: ['tracking', 'files'],
      resource: 'maintenancedone',
      load: async () => (await import('./maintenance/RecordPage.tsx')).RecordPage,
    },
    sensors: { path: path('/app/sensors'), load: async () => (await import('./sensors/SensorsPage.tsx')).SensorsPage },
    sensor: {
      path: path<{ id?: number; tracker?: number }>('/app/sensor'),
      resource: 'sensor',
      load: async () => (await import('./sensors/SensorPage.tsx')).SensorPage,
    },
    proximityRules: {
      path: path('/app/proximityrules'),
      load: async () => (await import('./proximity/RulesPage.tsx')).RulesPage,
    },
    proximityRule: {
      path: path<{ id?: number }>('/app/proximityrule'),
      resource: 'proximityrule',
      load: async () => (await import('./proximity/RulePage.tsx')).RulePage,
    },
    views: { path: path('/app/trackerviews'), load: async () => (await import('./privacy/ViewsPage.tsx')).ViewsPage },
    myTrips: { path: path('/app/mytrips'), load: async () => (await import('./drivers/MyTripsPage.tsx')).MyTripsPage },
    myShifts: {
      path: path('/app/myshifts'),
      load: async () => (await import('./plans/MyShiftsPage.tsx')).MyShiftsPage,
    },
    plannedShifts: {
      path: path<{ view?: string; week?: string }>('/app/plannedshifts'),
      load: async () => (await import('./plans/PlansPage.tsx')).PlansPage,
    },
    plannedShift: {
      path: path<{ id?: number; day?: string; driver?: number }>('/app/plannedshift'),
      resource: 'plannedshift',
      load: async () => (await import('./plans/PlanPage.tsx')).PlanPage,
    },
    whoDrove: {
      path: path('/app/whodrove'),
      load: async () => (await import('./drivers/WhoDrovePage.tsx')).WhoDrovePage,
    },
    driver: {
      path: path<{ id?: number; key?: string }>('/app/driver'),
      resource: 'driver',
      load: async () => (await import('./drivers/DriverPage.tsx')).DriverPage,
    },
    import: {
      path: path<{ kind?: string }>('/app/import'),
      load: async () => (await import('./import/ImportPage.tsx')).ImportPage,
    },
    loans: {
      path: path<{ side?: string }>('/app/trackerloans'),
      load: async () => (await import('./loans/LoansPage.tsx')).LoansPage,
    },
    loan: {
      path: path<{ id: number; elsewhere?: number }>('/app/trackerloan'),
      load: async () => (await import('./loans/LoanPage.tsx')).LoanPage,
    },
    shares: { path: path('/app/sharelinks'), load: async () => (await import('./share/SharesPage.tsx')).SharesPage },
    watches: {
      path: path('/app/alertrequests'),
      load: async () => (await import('./watches/WatchesPage.tsx')).WatchesPage,
    },
    commands: {
      path: path<{ tracker?: number; state?: string; type?: string }>('/app/commands'),
      load: async () => (await import('./commands/CommandsPage.tsx')).CommandsPage,
    },
    reports: {
      path: path('/app/reportconfigs'),
      load: async () => (await import('./reports/ReportsPage.tsx')).ReportsPage,
    },
    report: {
      path: path<{ id?: number }>('/app/reportconfig'),
      resource: 'reportconfig',
      load: async () => (await import('./reports/ReportPage.tsx')).ReportPage,
    },
  },
  administrator: {
    fireDrills: {
      path: path('/app/firedrills'),
      load: async () => (await import('./drills/DrillsPage.tsx')).DrillsPage,
    },
    trackerGroup: {
      path: path<{ id?: number }>('/app/trackergroup'),
      texts: ['tracking', 'people', 'messaging'],
      resource: 'trackergroup',
      load: async () => (await import('./groups/GroupPage.tsx')).GroupPage,
    },
    savedCommands: {
      path: path('/app/savedcommands'),
      load: async () => (await import('./commands/SavedCommandsPage.tsx')).SavedCommandsPage,
    },
    tags: { path: path('/app/tags'), load: async () => (await import('./tags/TagsPage.tsx')).TagsPage },
    tag: {
      path: path<{ id?: number }>('/app/tag'),
      resource: 'tag',
      load: async () => (await import('./tags/TagPage.tsx')).TagPage,
    },
    movementProfiles: {
      path: path('/app/movementprofiles'),
      load: async () => (await import('./profiles/ProfilesPage.tsx')).ProfilesPage,
    },
    movementProfile: {
      path: path<{ id?: number }>('/app/movementprofile'),
      resource: 'movementprofile',
      load: async () => (await import('./profiles/ProfilePage.tsx')).ProfilePage,
    },
    reportSchedules: {
      path: path('/app/reportschedules'),
      load: async () => (await import('./movement/SchedulesPage.tsx')).SchedulesPage,
    },
    reportSchedule: {
      path: path<{ id?: number }>('/app/reportschedule'),
      resource: 'reportschedule',
      load: async () => (await import('./movement/SchedulePage.tsx')).SchedulePage,
    },
  },
  platform_administrator: {
    unknownDevices: {
      path: path<{ status?: string }>('/app/unknowndevices/admin'),
      feature: null,
      load: async () => (await import('./unknown_devices/UnknownDevicesPage.tsx')).UnknownDevicesPage,
    },
  },
} as const

/** Trackers, boundaries, events, alerts, the live map, replay, sharing, phones and locations. */
export const tracking: Door = {
  name: 'tracking',
  areas,
  feature: 'tracking',
  pages,
  start: 'home',
  parameters: { tracker: 'tracker', tracker_id: 'tracker' },
  heading: 'tracking',
  menu: [
    { page: 'home', label: 'home', mine: 'myHome', icon: 'home', section: 'top', feature: null, heading: null },
    { page: 'map', label: 'map', icon: 'map', section: 'own' },
    { page: 'alerts', label: 'alerts', icon: 'alerts', section: 'own' },
    { page: 'trackers', label: 'trackers', mine: 'myTrackers', icon: 'trackers', section: 'own' },
    { page: 'boundaries', label: 'boundaries', mine: 'myBoundaries', icon: 'boundaries', section: 'own' },
    { page: 'fleetDay', label: 'activity', icon: 'activity', section: 'own' },
    {
      page: 'myTrips',
      label: {
        en: 'My trips',
        de: 'Meine Fahrten',
        fr: 'Mes trajets',
        es: 'Mis viajes',
        'pt-BR': 'Minhas viagens',
        ar: 'رحلاتي',
      },
      icon: 'myTrips',
      section: 'own',
      only: 'user',
    },
    {
      page: 'myShifts',
      label: {
        en: 'My shifts',
        de: 'Meine Schichten',
        fr: 'Mes services',
        es: 'Mis turnos',
        'pt-BR': 'Meus turnos',
        ar: 'وردياتي',
      },
      icon: 'activity',
      section: 'own',
      only: 'user',
    },
    { page: 'movementReports', label: 'reports', icon: 'reports', section: 'own' },
    { page: 'timemachine', label: 'timemachine', icon: 'timemachine', section: 'own' },
    { page: 'past', label: 'past', icon: 'past', section: 'own' },
    { page: 'events', label: 'history', mine: 'myHistory', icon: 'history', section: 'own' },
  ],
  creates: [
    { page: 'trackerEdit', label: 'tracker', icon: 'trackers' },
    { page: 'boundaryEdit', label: 'boundary', icon: 'boundaries' },
  ],
  finds: async () => (await import('./finds.ts')).finds,
}

declare module '../core/paths.ts' {
  interface Paths extends PathsOf<typeof pages> {}
}

declare module '../core/i18n.ts' {
  interface Texts {
    tracking: typeof texts
  }
}
